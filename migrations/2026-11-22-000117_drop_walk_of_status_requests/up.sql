-- Another index now contains its words.
DROP INDEX CONCURRENTLY IF EXISTS users_status_requests_search_index;
