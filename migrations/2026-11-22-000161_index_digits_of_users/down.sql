DROP INDEX CONCURRENTLY IF EXISTS users_five_digits_index;
