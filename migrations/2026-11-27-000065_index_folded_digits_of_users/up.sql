CREATE INDEX CONCURRENTLY IF NOT EXISTS users_search_digits_index ON users
    USING gin (five_digits(user_search_words(search_text, vehicle_license_plate, phone_number)));
