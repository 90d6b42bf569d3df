DROP INDEX CONCURRENTLY IF EXISTS users_unsolved_digits_index;
