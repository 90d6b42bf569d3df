CREATE INDEX CONCURRENTLY IF NOT EXISTS tolls_removed_by_index ON tolls (removed_by) WHERE removed_by IS NOT NULL;
