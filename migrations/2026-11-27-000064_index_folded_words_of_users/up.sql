CREATE INDEX CONCURRENTLY IF NOT EXISTS users_search_words_index ON users
    USING gin (user_search_words(search_text, vehicle_license_plate, phone_number) gin_trgm_ops);
