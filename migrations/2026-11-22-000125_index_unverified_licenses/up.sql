CREATE INDEX CONCURRENTLY IF NOT EXISTS users_unverified_license_index ON users (id)
    WHERE closed_at IS NULL AND drivers_license_number IS NOT NULL AND license_verified_at IS NULL;
