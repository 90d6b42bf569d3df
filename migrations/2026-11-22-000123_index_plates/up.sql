CREATE INDEX CONCURRENTLY IF NOT EXISTS users_plate_index ON users (plain_number(vehicle_license_plate), vehicle_state)
    WHERE closed_at IS NULL AND vehicle_license_plate IS NOT NULL;
