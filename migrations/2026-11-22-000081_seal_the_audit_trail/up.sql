CREATE TABLE seal_keys (
    id integer PRIMARY KEY CONSTRAINT seal_keys_id_check CHECK (id > 0),
    sealed_key bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE seal_keys IS 'Keys of the audit trail''s seals. The last one is written.';
COMMENT ON COLUMN seal_keys.sealed_key IS 'Encrypted with a data key, which is not in the database.';

CREATE TABLE audit_seals (
    number integer PRIMARY KEY CONSTRAINT audit_seals_number_check CHECK (number > 0),
    key_id integer NOT NULL REFERENCES seal_keys ON DELETE RESTRICT,
    month integer NOT NULL CONSTRAINT audit_seals_month_check CHECK (month % 100 BETWEEN 1 AND 12),
    first_entry integer NOT NULL,
    last_entry integer NOT NULL,
    leaves bytea NOT NULL CONSTRAINT audit_seals_leaves_check CHECK (length(leaves) % 20 = 0),
    previous bytea NOT NULL CONSTRAINT audit_seals_previous_check CHECK (length(previous) = 32),
    mac bytea NOT NULL CONSTRAINT audit_seals_mac_check CHECK (length(mac) = 32),
    sealed_at timestamptz NOT NULL,
    CONSTRAINT audit_seals_range_check CHECK (first_entry BETWEEN 1 AND last_entry)
);
COMMENT ON TABLE audit_seals IS 'Each proves a range of the audit trail, and the seal before it. Append-only; outlives what it proves.';
COMMENT ON COLUMN audit_seals.month IS 'Of the entries, in UTC, such as 202611.';
COMMENT ON COLUMN audit_seals.first_entry IS 'Where the range before ended, and one more.';
COMMENT ON COLUMN audit_seals.leaves IS 'For each entry its id (4 bytes) and what proves it (16 bytes).';
COMMENT ON COLUMN audit_seals.previous IS 'The mac of the seal before; zeros for the first.';
COMMENT ON COLUMN audit_seals.mac IS 'HMAC-SHA-256 of all of this.';
CREATE INDEX audit_seals_key_id_index ON audit_seals (key_id);

CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_seals FROM PUBLIC, CURRENT_USER;
