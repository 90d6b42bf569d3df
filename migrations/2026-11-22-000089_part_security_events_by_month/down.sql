-- Merges the partitions into one table.
ALTER TABLE security_events RENAME TO security_events_by_month;
CREATE TABLE security_events (LIKE security_events_by_month INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMMENTS);
INSERT INTO security_events SELECT * FROM security_events_by_month;
DO $$
DECLARE
    last bigint;
    has_begun boolean;
    given record;
BEGIN
    SELECT last_value, is_called INTO last, has_begun FROM security_events_id_seq;
    FOR given IN SELECT grantee::regrole AS role, privilege_type AS what FROM pg_class, aclexplode(relacl)
        WHERE pg_class.oid = 'security_events_by_month'::regclass AND grantee NOT IN (0, relowner)
    LOOP
        EXECUTE format('GRANT %s ON security_events TO %s', given.what, given.role);
    END LOOP;
    DROP TABLE security_events_by_month;
    ALTER TABLE security_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
    PERFORM setval(pg_get_serial_sequence('security_events', 'id'), last, has_begun);
    EXECUTE format('ALTER TABLE security_events ADD CONSTRAINT security_events_past_check CHECK (created_at < %L)',
        (SELECT max(created_at) + interval '1 year' FROM (SELECT max(created_at) AS created_at FROM security_events UNION SELECT now()) AS latest));
END
$$;
ALTER TABLE security_events ADD CONSTRAINT security_events_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX security_events_id_key ON security_events (id, created_at);
ALTER TABLE security_events ADD CONSTRAINT security_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users ON DELETE SET NULL;
CREATE INDEX security_events_address_index ON security_events (address, kind, created_at DESC);
CREATE INDEX security_events_user_id_index ON security_events (user_id, created_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX security_events_kind_index ON security_events (kind, created_at DESC, id DESC);
CREATE INDEX security_events_severity_index ON security_events (severity, created_at DESC, id DESC);
CREATE INDEX security_events_address_time_index ON security_events (address, created_at DESC, id DESC);
CREATE INDEX security_events_created_at_index ON security_events (created_at DESC, id DESC);
COMMENT ON TABLE security_events IS 'What somebody who looks after security should see.';
