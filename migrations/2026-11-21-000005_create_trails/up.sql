CREATE TABLE security_events (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL
        CONSTRAINT security_events_kind_check CHECK (length(kind) BETWEEN 1 AND 50),
    severity text NOT NULL
        CONSTRAINT security_events_severity_check CHECK (severity IN ('low', 'medium', 'high', 'critical')),
    address text NOT NULL
        CONSTRAINT security_events_address_check CHECK (length(address) <= 64),
    path text NOT NULL
        CONSTRAINT security_events_path_check CHECK (length(path) <= 500),
    user_id integer REFERENCES users ON DELETE SET NULL,
    created_at timestamptz NOT NULL
);
COMMENT ON TABLE security_events IS 'What somebody who looks after security should see.';
COMMENT ON COLUMN security_events.address IS 'The client''s address.';
COMMENT ON COLUMN security_events.path IS 'The path asked for, without its query.';
COMMENT ON COLUMN security_events.user_id IS 'Who, when known.';

CREATE INDEX security_events_created_at_index ON security_events (created_at DESC, severity);
CREATE INDEX security_events_address_index ON security_events (address, kind, created_at DESC);
CREATE INDEX security_events_user_id_index ON security_events (user_id, created_at DESC) WHERE user_id IS NOT NULL;

CREATE TABLE blocked_ips (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address text NOT NULL
        CONSTRAINT blocked_ips_address_key UNIQUE
        CONSTRAINT blocked_ips_address_check CHECK (length(address) BETWEEN 1 AND 64),
    reason text NOT NULL
        CONSTRAINT blocked_ips_reason_check CHECK (length(reason) BETWEEN 1 AND 300),
    blocked_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT blocked_ips_times_check CHECK (expires_at > blocked_at)
);
COMMENT ON TABLE blocked_ips IS 'Addresses that get no answer but 403 until their block expires.';

CREATE INDEX blocked_ips_expires_at_index ON blocked_ips (expires_at);

CREATE TABLE audit_log (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- No foreign key: entries outlive the users they name, and must never change.
    actor_id integer,
    action text NOT NULL
        CONSTRAINT audit_log_action_check CHECK (length(action) BETWEEN 1 AND 50),
    subject_kind text NOT NULL
        CONSTRAINT audit_log_subject_kind_check CHECK (length(subject_kind) BETWEEN 1 AND 50),
    subject_id integer NOT NULL,
    before jsonb NOT NULL DEFAULT '{}',
    after jsonb NOT NULL DEFAULT '{}',
    address text
        CONSTRAINT audit_log_address_check CHECK (length(address) <= 64),
    created_at timestamptz NOT NULL
);
COMMENT ON TABLE audit_log IS 'Who did what. Append-only.';
COMMENT ON COLUMN audit_log.actor_id IS 'Null when Lanewise itself did it.';
COMMENT ON COLUMN audit_log.subject_kind IS 'Kind of the record concerned, such as ticket.';
COMMENT ON COLUMN audit_log.before IS 'Fields before. Never passwords or SSN digits.';
COMMENT ON COLUMN audit_log.after IS 'Fields after. Never passwords or SSN digits.';

CREATE INDEX audit_log_actor_id_index ON audit_log (actor_id, id DESC);
CREATE INDEX audit_log_subject_index ON audit_log (subject_kind, subject_id, id DESC);
CREATE INDEX audit_log_action_index ON audit_log (action, id DESC);
CREATE INDEX audit_log_created_at_index ON audit_log (created_at DESC);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
-- Two protections: the trigger also stops a superuser, and the missing privilege works without the trigger.
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM PUBLIC, CURRENT_USER;
