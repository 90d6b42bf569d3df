DROP INDEX CONCURRENTLY IF EXISTS users_search_digits_index;
