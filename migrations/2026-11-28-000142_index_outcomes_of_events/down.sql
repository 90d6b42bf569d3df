DROP INDEX CONCURRENTLY IF EXISTS case_events_outcome_index;
