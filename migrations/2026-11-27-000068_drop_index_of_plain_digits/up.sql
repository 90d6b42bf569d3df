-- Searches use users_search_digits_index now.
DROP INDEX CONCURRENTLY IF EXISTS users_five_digits_index;
