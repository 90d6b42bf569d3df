-- Merges the partitions into one table.
ALTER TABLE audit_log RENAME TO audit_log_by_month;
CREATE TABLE audit_log (LIKE audit_log_by_month INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMMENTS);
INSERT INTO audit_log SELECT * FROM audit_log_by_month;
DO $$
DECLARE
    last bigint;
    has_begun boolean;
    given record;
BEGIN
    SELECT last_value, is_called INTO last, has_begun FROM audit_log_id_seq;
    FOR given IN SELECT grantee::regrole AS role, privilege_type AS what FROM pg_class, aclexplode(relacl)
        WHERE pg_class.oid = 'audit_log_by_month'::regclass AND grantee NOT IN (0, relowner)
    LOOP
        EXECUTE format('GRANT %s ON audit_log TO %s', given.what, given.role);
    END LOOP;
    DROP TABLE audit_log_by_month;
    ALTER TABLE audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
    PERFORM setval(pg_get_serial_sequence('audit_log', 'id'), last, has_begun);
    EXECUTE format('ALTER TABLE audit_log ADD CONSTRAINT audit_log_past_check CHECK (created_at < %L)',
        (SELECT max(created_at) + interval '1 year' FROM (SELECT max(created_at) AS created_at FROM audit_log UNION SELECT now()) AS latest));
END
$$;
ALTER TABLE audit_log ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX audit_log_id_key ON audit_log (id, created_at);
CREATE INDEX audit_log_actor_id_index ON audit_log (actor_id, created_at DESC, id DESC);
CREATE INDEX audit_log_subject_index ON audit_log (subject_kind, subject_id, created_at DESC, id DESC);
CREATE INDEX audit_log_action_index ON audit_log (action, created_at DESC, id DESC);
CREATE INDEX audit_log_created_at_index ON audit_log (created_at DESC, id DESC);
COMMENT ON TABLE audit_log IS 'Who did what. Append-only.';
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM PUBLIC, CURRENT_USER;
