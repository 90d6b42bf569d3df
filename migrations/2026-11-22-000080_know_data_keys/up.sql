CREATE TABLE data_keys (
    id integer PRIMARY KEY CONSTRAINT data_keys_id_check CHECK (id BETWEEN 1 AND 65535),
    check_value bytea NOT NULL CONSTRAINT data_keys_check_value_check CHECK (length(check_value) = 32),
    first_seen_at timestamptz NOT NULL
);
COMMENT ON TABLE data_keys IS 'The data keys that servers have started with; the keys themselves are not here.';
COMMENT ON COLUMN data_keys.check_value IS 'Made from the key and telling nothing of it: by it a wrong key is noticed at the start.';
