-- Prepares the partitioning of the trails by month. The existing rows become one partition, up to the end of the next month. Its bound
-- is added first and validated later, so that no row is read under a lock.
DO $$
DECLARE
    bound CONSTANT timestamptz := (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC';
BEGIN
    EXECUTE format('ALTER TABLE security_events ADD CONSTRAINT security_events_past_check CHECK (created_at < %L) NOT VALID', bound);
    EXECUTE format('ALTER TABLE audit_log ADD CONSTRAINT audit_log_past_check CHECK (created_at < %L) NOT VALID', bound);
END
$$;
