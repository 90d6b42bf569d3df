CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS security_events_id_key ON security_events (id, created_at);
