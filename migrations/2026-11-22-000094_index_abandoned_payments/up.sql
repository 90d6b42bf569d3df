CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_abandoned_index ON payments (updated_at) WHERE status = 'cancelled';
