CREATE INDEX CONCURRENTLY IF NOT EXISTS refunds_stuck_index ON refunds (created_at) WHERE status IN ('due', 'refused', 'failed');
