CREATE INDEX CONCURRENTLY IF NOT EXISTS tickets_court_date_index ON tickets (court_date, user_id) WHERE is_court_required;
