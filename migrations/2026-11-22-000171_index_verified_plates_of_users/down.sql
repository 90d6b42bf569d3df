DROP INDEX CONCURRENTLY IF EXISTS users_verified_plates_index;
