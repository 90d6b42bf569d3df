CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS users_verified_license_key ON users (plain_number(drivers_license_number), state)
    WHERE license_verified_at IS NOT NULL AND closed_at IS NULL;
