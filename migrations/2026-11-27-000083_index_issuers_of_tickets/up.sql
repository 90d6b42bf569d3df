-- Finds the tickets of an authority by each spelling of its names.
CREATE INDEX CONCURRENTLY IF NOT EXISTS tickets_issuer_index ON tickets (issuer) WHERE issuer IS NOT NULL AND removed_at IS NULL;
