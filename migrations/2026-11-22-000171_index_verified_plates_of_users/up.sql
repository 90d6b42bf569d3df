CREATE INDEX CONCURRENTLY IF NOT EXISTS users_verified_plates_index ON users (id)
    WHERE plate_verified_at IS NOT NULL AND closed_at IS NULL;
