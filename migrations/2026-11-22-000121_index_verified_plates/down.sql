DROP INDEX CONCURRENTLY IF EXISTS users_verified_plate_key;
