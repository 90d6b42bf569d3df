CREATE INDEX CONCURRENTLY IF NOT EXISTS users_vehicle_updates_search_index ON users (vehicle_info_added_at, id)
    INCLUDE (search_text, vehicle_license_plate) WHERE vehicle_info_added_at IS NOT NULL AND closed_at IS NULL;
