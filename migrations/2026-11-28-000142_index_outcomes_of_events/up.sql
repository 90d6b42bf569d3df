-- Finds when each case was decided, for the measured share of won cases.
CREATE INDEX CONCURRENTLY IF NOT EXISTS case_events_outcome_index ON case_events (hire_id, at) WHERE outcome IS NOT NULL;
