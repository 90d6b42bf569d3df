DROP INDEX CONCURRENTLY IF EXISTS tickets_court_id_index;
