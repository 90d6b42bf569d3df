-- A search text that many users match is found by reading the list in its order. The index contains all words, so no row is read.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_list_words_index ON users (id) INCLUDE (search_text, vehicle_license_plate, phone_number)
    WHERE closed_at IS NULL;
