CREATE INDEX CONCURRENTLY IF NOT EXISTS users_unsolved_digits_index ON users (status_requested_at) WHERE sealed_ssn IS NOT NULL;
