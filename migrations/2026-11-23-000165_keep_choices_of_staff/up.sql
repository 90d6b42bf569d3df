CREATE TABLE staff_choices (
    user_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    name text NOT NULL CONSTRAINT staff_choices_name_check CHECK (name ~ '^[a-z0-9][a-z0-9.-]{0,59}$'),
    value text NOT NULL CONSTRAINT staff_choices_value_check CHECK (length(value) BETWEEN 1 AND 40000),
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, name)
);
COMMENT ON TABLE staff_choices IS 'How each of the staff likes the back office: columns, saved views, presets of imports.';
COMMENT ON COLUMN staff_choices.value IS 'As the page wrote it; the server never reads it.';
