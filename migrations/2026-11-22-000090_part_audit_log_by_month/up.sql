-- Partitions the table by month, so that an old month can be archived or dropped as a whole. The existing table becomes the partition
-- of the past. Only the catalog changes: the key and the bound already exist, so no row is read.

ALTER TABLE audit_log RENAME TO audit_log_past;
ALTER TABLE audit_log_past DROP CONSTRAINT audit_log_pkey;
ALTER TABLE audit_log_past ADD CONSTRAINT audit_log_past_pkey PRIMARY KEY USING INDEX audit_log_id_key;
ALTER INDEX audit_log_actor_id_index RENAME TO audit_log_past_actor_id_index;
ALTER INDEX audit_log_subject_index RENAME TO audit_log_past_subject_index;
ALTER INDEX audit_log_action_index RENAME TO audit_log_past_action_index;
ALTER INDEX audit_log_created_at_index RENAME TO audit_log_past_created_at_index;

CREATE TABLE audit_log (LIKE audit_log_past INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMMENTS) PARTITION BY RANGE (created_at);
ALTER TABLE audit_log DROP CONSTRAINT audit_log_past_check;
ALTER TABLE audit_log ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id, created_at);
CREATE INDEX audit_log_actor_id_index ON audit_log (actor_id, created_at DESC, id DESC);
CREATE INDEX audit_log_subject_index ON audit_log (subject_kind, subject_id, created_at DESC, id DESC);
CREATE INDEX audit_log_action_index ON audit_log (action, created_at DESC, id DESC);
CREATE INDEX audit_log_created_at_index ON audit_log (created_at DESC, id DESC);
COMMENT ON TABLE audit_log IS 'Who did what. Append-only. Partitioned by month.';
COMMENT ON TABLE audit_log_past IS 'What was there before the months.';
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM PUBLIC, CURRENT_USER;

DO $$
DECLARE
    last bigint;
    has_begun boolean;
    given record;
BEGIN
    -- Ids continue.
    SELECT last_value, is_called INTO last, has_begun FROM audit_log_id_seq;
    ALTER TABLE audit_log_past ALTER COLUMN id DROP IDENTITY;
    ALTER TABLE audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
    PERFORM setval(pg_get_serial_sequence('audit_log', 'id'), last, has_begun);
    -- Keeps the privileges of roles other than the owner.
    FOR given IN SELECT grantee::regrole AS role, privilege_type AS what FROM pg_class, aclexplode(relacl)
        WHERE pg_class.oid = 'audit_log_past'::regclass AND grantee NOT IN (0, relowner)
    LOOP
        EXECUTE format('GRANT %s ON audit_log TO %s', given.what, given.role);
    END LOOP;
    EXECUTE format('ALTER TABLE audit_log ATTACH PARTITION audit_log_past FOR VALUES FROM (MINVALUE) TO (%s)', (
        SELECT substring(pg_get_constraintdef(oid) FROM '''[^'']+''')
        FROM pg_constraint WHERE conrelid = 'audit_log_past'::regclass AND conname = 'audit_log_past_check'
    ));
END
$$;
ALTER TABLE audit_log_past DROP CONSTRAINT audit_log_past_check;
