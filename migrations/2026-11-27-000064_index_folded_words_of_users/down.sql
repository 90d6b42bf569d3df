DROP INDEX CONCURRENTLY IF EXISTS users_search_words_index;
