-- Searches use users_search_words_index now.
DROP INDEX CONCURRENTLY IF EXISTS users_words_index;
