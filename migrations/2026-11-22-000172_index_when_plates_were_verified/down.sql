DROP INDEX CONCURRENTLY IF EXISTS users_plate_verified_at_index;
