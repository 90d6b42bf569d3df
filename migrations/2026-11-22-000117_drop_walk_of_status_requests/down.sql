CREATE INDEX CONCURRENTLY IF NOT EXISTS users_status_requests_search_index ON users (status_requested_at, id)
    INCLUDE (search_text) WHERE status_requested_at IS NOT NULL AND closed_at IS NULL;
