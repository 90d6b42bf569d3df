-- Finds the cases with an outcome, for the measured share of won cases.
CREATE INDEX CONCURRENTLY IF NOT EXISTS cases_outcome_index ON cases (hire_id) WHERE outcome IS NOT NULL AND handling = 'matched';
