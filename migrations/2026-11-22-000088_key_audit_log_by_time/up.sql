CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS audit_log_id_key ON audit_log (id, created_at);
