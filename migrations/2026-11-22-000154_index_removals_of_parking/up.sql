CREATE INDEX CONCURRENTLY IF NOT EXISTS parking_removed_by_index ON parking (removed_by) WHERE removed_by IS NOT NULL;
