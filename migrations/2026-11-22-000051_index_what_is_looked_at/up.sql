-- Finds the few open payments that reconciliation checks one by one among many thousands.
CREATE INDEX payments_unopened_index ON payments (updated_at, id) WHERE status IN ('creating', 'timed_out');
CREATE INDEX payments_processing_index ON payments (updated_at, id) WHERE status = 'open' AND is_processing;
CREATE INDEX payments_open_by_age_index ON payments (created_at, id) WHERE status = 'open';
