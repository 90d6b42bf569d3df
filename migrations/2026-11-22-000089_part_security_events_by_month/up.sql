-- Partitions the table by month, so that an old month can be archived or dropped as a whole. The existing table becomes the partition
-- of the past. Only the catalog changes: the key and the bound already exist, so no row is read.
-- Locks the table that the foreign key locks before the trail itself, in the same order as a login.
LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE;

ALTER TABLE security_events RENAME TO security_events_past;
ALTER TABLE security_events_past DROP CONSTRAINT security_events_pkey;
ALTER TABLE security_events_past ADD CONSTRAINT security_events_past_pkey PRIMARY KEY USING INDEX security_events_id_key;
ALTER INDEX security_events_address_index RENAME TO security_events_past_address_index;
ALTER INDEX security_events_user_id_index RENAME TO security_events_past_user_id_index;
ALTER INDEX security_events_kind_index RENAME TO security_events_past_kind_index;
ALTER INDEX security_events_severity_index RENAME TO security_events_past_severity_index;
ALTER INDEX security_events_address_time_index RENAME TO security_events_past_address_time_index;
ALTER INDEX security_events_created_at_index RENAME TO security_events_past_created_at_index;

CREATE TABLE security_events (LIKE security_events_past INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMMENTS) PARTITION BY RANGE (created_at);
ALTER TABLE security_events DROP CONSTRAINT security_events_past_check;
ALTER TABLE security_events ADD CONSTRAINT security_events_pkey PRIMARY KEY (id, created_at);
ALTER TABLE security_events ADD CONSTRAINT security_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users ON DELETE SET NULL;
CREATE INDEX security_events_address_index ON security_events (address, kind, created_at DESC);
CREATE INDEX security_events_user_id_index ON security_events (user_id, created_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX security_events_kind_index ON security_events (kind, created_at DESC, id DESC);
CREATE INDEX security_events_severity_index ON security_events (severity, created_at DESC, id DESC);
CREATE INDEX security_events_address_time_index ON security_events (address, created_at DESC, id DESC);
CREATE INDEX security_events_created_at_index ON security_events (created_at DESC, id DESC);
COMMENT ON TABLE security_events IS 'What somebody who looks after security should see. Partitioned by month.';
COMMENT ON TABLE security_events_past IS 'What was there before the months.';

DO $$
DECLARE
    last bigint;
    has_begun boolean;
    given record;
BEGIN
    -- Ids continue.
    SELECT last_value, is_called INTO last, has_begun FROM security_events_id_seq;
    ALTER TABLE security_events_past ALTER COLUMN id DROP IDENTITY;
    ALTER TABLE security_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
    PERFORM setval(pg_get_serial_sequence('security_events', 'id'), last, has_begun);
    -- Keeps the privileges of roles other than the owner.
    FOR given IN SELECT grantee::regrole AS role, privilege_type AS what FROM pg_class, aclexplode(relacl)
        WHERE pg_class.oid = 'security_events_past'::regclass AND grantee NOT IN (0, relowner)
    LOOP
        EXECUTE format('GRANT %s ON security_events TO %s', given.what, given.role);
    END LOOP;
    EXECUTE format('ALTER TABLE security_events ATTACH PARTITION security_events_past FOR VALUES FROM (MINVALUE) TO (%s)', (
        SELECT substring(pg_get_constraintdef(oid) FROM '''[^'']+''')
        FROM pg_constraint WHERE conrelid = 'security_events_past'::regclass AND conname = 'security_events_past_check'
    ));
END
$$;
ALTER TABLE security_events_past DROP CONSTRAINT security_events_past_check;
