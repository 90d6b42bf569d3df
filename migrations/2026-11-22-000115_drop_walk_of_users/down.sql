CREATE INDEX CONCURRENTLY IF NOT EXISTS users_list_search_index ON users (id) INCLUDE (search_text) WHERE closed_at IS NULL;
