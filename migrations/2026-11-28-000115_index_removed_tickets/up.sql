-- Finds the removed tickets whose cases must end.
CREATE INDEX CONCURRENTLY IF NOT EXISTS tickets_removed_index ON tickets (id) WHERE removed_at IS NOT NULL;
