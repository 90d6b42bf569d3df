CREATE INDEX CONCURRENTLY IF NOT EXISTS tickets_court_id_index ON tickets (court_id) WHERE court_id IS NOT NULL;
