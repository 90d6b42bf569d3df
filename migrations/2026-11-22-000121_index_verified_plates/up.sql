CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS users_verified_plate_key ON users (plain_number(vehicle_license_plate), vehicle_state)
    WHERE plate_verified_at IS NOT NULL AND closed_at IS NULL;
