-- Another index now contains the words of this one.
DROP INDEX CONCURRENTLY IF EXISTS users_status_requests_search_index;
