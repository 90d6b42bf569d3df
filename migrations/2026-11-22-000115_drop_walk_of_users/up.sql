-- Its words stand in another index by now.
DROP INDEX CONCURRENTLY IF EXISTS users_list_search_index;
