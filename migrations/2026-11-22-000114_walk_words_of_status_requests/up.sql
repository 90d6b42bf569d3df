CREATE INDEX CONCURRENTLY IF NOT EXISTS users_status_requests_words_index ON users (status_requested_at, id)
    INCLUDE (search_text, vehicle_license_plate, phone_number) WHERE status_requested_at IS NOT NULL AND closed_at IS NULL;
