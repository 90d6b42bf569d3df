CREATE INDEX CONCURRENTLY IF NOT EXISTS notices_due_at_index ON notices (due_at);
