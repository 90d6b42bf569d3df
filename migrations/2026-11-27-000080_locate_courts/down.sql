ALTER TABLE tickets DROP COLUMN court_state, DROP COLUMN court_id, DROP COLUMN court_zone;
ALTER TABLE authorities DROP COLUMN state, DROP COLUMN county, DROP COLUMN time_zone;
