CREATE INDEX CONCURRENTLY IF NOT EXISTS users_five_digits_index ON users
    USING gin (five_digits(user_words(search_text, vehicle_license_plate, phone_number)));
