-- Its words stand in another index by now.
DROP INDEX CONCURRENTLY IF EXISTS users_status_requests_search_index;
