DROP INDEX CONCURRENTLY IF EXISTS users_unverified_license_index;
