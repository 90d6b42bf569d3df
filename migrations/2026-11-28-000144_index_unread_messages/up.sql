-- Counts the unread messages of a driver or a lawyer.
CREATE INDEX CONCURRENTLY IF NOT EXISTS case_messages_unread_index ON case_messages (lawyer_id, hire_id) WHERE read_at IS NULL;
