DROP INDEX CONCURRENTLY IF EXISTS parking_removed_by_index;
