-- Finds the parking tickets of an authority by each spelling of its names.
CREATE INDEX CONCURRENTLY IF NOT EXISTS parking_issuer_index ON parking (issuer) WHERE issuer IS NOT NULL AND removed_at IS NULL;
