CREATE INDEX CONCURRENTLY IF NOT EXISTS users_unverified_plate_index ON users (id)
    WHERE closed_at IS NULL AND vehicle_license_plate IS NOT NULL AND plate_verified_at IS NULL;
