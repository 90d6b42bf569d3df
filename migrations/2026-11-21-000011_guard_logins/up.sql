ALTER TABLE security_events ADD COLUMN times integer NOT NULL DEFAULT 1
    CONSTRAINT security_events_times_check CHECK (times > 0);
COMMENT ON COLUMN security_events.times IS 'How often it happened until the next such row: a flood is counted, not listed.';
CREATE INDEX security_events_kind_index ON security_events (kind, id DESC);
CREATE INDEX security_events_severity_index ON security_events (severity, id DESC);
CREATE INDEX security_events_address_id_index ON security_events (address, id DESC);

CREATE TABLE login_failures (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address text NOT NULL
        CONSTRAINT login_failures_address_check CHECK (length(address) BETWEEN 1 AND 64),
    account bytea
        CONSTRAINT login_failures_account_check CHECK (octet_length(account) = 32),
    failed_at timestamptz NOT NULL
);
COMMENT ON TABLE login_failures IS 'Failed logins of the last day: rungs of the ladder of waits.';
COMMENT ON COLUMN login_failures.address IS 'The client''s address, or the /64 network of an IPv6 one.';
COMMENT ON COLUMN login_failures.account IS 'Hash of the e-mail that was typed, with and without an account. Null: tries that were refused in the meantime.';

CREATE INDEX login_failures_address_index ON login_failures (address, failed_at DESC);
CREATE INDEX login_failures_account_index ON login_failures (account, failed_at DESC) WHERE account IS NOT NULL;
CREATE INDEX login_failures_failed_at_index ON login_failures (failed_at);

CREATE TABLE login_places (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    address text NOT NULL
        CONSTRAINT login_places_address_check CHECK (length(address) BETWEEN 1 AND 64),
    seen_at timestamptz NOT NULL,
    CONSTRAINT login_places_key UNIQUE (user_id, address)
);
COMMENT ON TABLE login_places IS 'From where somebody logged in: an account''s lock lets them through there.';

CREATE INDEX login_places_seen_at_index ON login_places (seen_at);

-- Notifies all server processes of changed blocks at the commit.
CREATE FUNCTION announce_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('lanewise', 'blocks 0');
    RETURN NULL;
END $$;
COMMENT ON FUNCTION announce_blocks IS 'Tells listeners on the channel lanewise that the blocked addresses have changed.';

CREATE TRIGGER blocked_ips_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON blocked_ips
    FOR EACH STATEMENT EXECUTE FUNCTION announce_blocks();
