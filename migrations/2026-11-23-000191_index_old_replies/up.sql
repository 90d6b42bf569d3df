CREATE INDEX CONCURRENTLY IF NOT EXISTS notice_replies_received_at_index ON notice_replies (received_at) WHERE is_solved;
