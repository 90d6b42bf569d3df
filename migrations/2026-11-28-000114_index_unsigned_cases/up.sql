-- Finds the accepted cases that end without a signature.
CREATE INDEX CONCURRENTLY IF NOT EXISTS cases_unsigned_index ON cases (accept_by) WHERE handling = 'matched' AND step = 'accepted';
