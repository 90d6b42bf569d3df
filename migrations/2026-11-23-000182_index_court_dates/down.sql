DROP INDEX CONCURRENTLY IF EXISTS tickets_court_date_index;
