DROP INDEX CONCURRENTLY IF EXISTS users_unverified_plate_index;
