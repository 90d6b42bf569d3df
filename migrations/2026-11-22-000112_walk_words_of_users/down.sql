DROP INDEX CONCURRENTLY IF EXISTS users_list_words_index;
