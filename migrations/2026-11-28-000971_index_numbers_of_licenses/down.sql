DROP INDEX CONCURRENTLY IF EXISTS lawyer_licenses_number_key;
