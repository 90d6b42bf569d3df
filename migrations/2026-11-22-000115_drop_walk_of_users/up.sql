-- Another index now contains the words of this one.
DROP INDEX CONCURRENTLY IF EXISTS users_list_search_index;
