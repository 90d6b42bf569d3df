CREATE INDEX CONCURRENTLY IF NOT EXISTS users_plate_verified_at_index ON users (plate_verified_at)
    WHERE plate_verified_at IS NOT NULL AND closed_at IS NULL;
