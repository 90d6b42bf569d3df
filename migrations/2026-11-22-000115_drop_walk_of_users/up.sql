-- Another index now contains its words.
DROP INDEX CONCURRENTLY IF EXISTS users_list_search_index;
