DROP INDEX CONCURRENTLY IF EXISTS users_verified_license_key;
