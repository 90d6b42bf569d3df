DROP INDEX CONCURRENTLY IF EXISTS tolls_removed_by_index;
