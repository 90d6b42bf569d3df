CREATE TABLE imports (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL
        CONSTRAINT imports_kind_check CHECK (kind IN ('ticket', 'parking', 'toll')),
    status text NOT NULL
        CONSTRAINT imports_status_check
        CHECK (status IN ('uploaded', 'checking', 'checked', 'storing', 'stored', 'failed', 'cancelled')),
    file_name text NOT NULL
        CONSTRAINT imports_file_name_check CHECK (length(file_name) BETWEEN 1 AND 200),
    file_columns jsonb NOT NULL,
    mapping jsonb,
    total_lines integer NOT NULL
        CONSTRAINT imports_total_lines_check CHECK (total_lines >= 0),
    done_lines integer NOT NULL DEFAULT 0,
    new_lines integer NOT NULL DEFAULT 0,
    existing_lines integer NOT NULL DEFAULT 0,
    bad_lines integer NOT NULL DEFAULT 0,
    stored_items integer NOT NULL DEFAULT 0,
    first_item_id integer,
    last_item_id integer,
    message text
        CONSTRAINT imports_message_check CHECK (length(message) BETWEEN 1 AND 500),
    created_by integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    created_at timestamptz NOT NULL,
    confirmed_by integer REFERENCES users ON DELETE RESTRICT,
    ended_at timestamptz
);
COMMENT ON TABLE imports IS 'Files of citations that staff brought, and what became of them.';
COMMENT ON COLUMN imports.file_columns IS 'Headers and first cells; emptied when the import ends.';
COMMENT ON COLUMN imports.mapping IS 'What each column means, in their order.';
COMMENT ON COLUMN imports.done_lines IS 'How far the checking or storing has come.';
COMMENT ON COLUMN imports.message IS 'Why it cannot go on, for a person.';

CREATE INDEX imports_created_by_index ON imports (created_by);
CREATE INDEX imports_confirmed_by_index ON imports (confirmed_by) WHERE confirmed_by IS NOT NULL;
CREATE INDEX imports_open_index ON imports (created_at) WHERE ended_at IS NULL;

CREATE TABLE import_files (
    import_id integer PRIMARY KEY REFERENCES imports ON DELETE CASCADE,
    content bytea NOT NULL
);
COMMENT ON TABLE import_files IS 'The files themselves; deleted when their import ends.';

CREATE TABLE import_lines (
    import_id integer NOT NULL REFERENCES imports ON DELETE CASCADE,
    line integer NOT NULL,
    outcome text NOT NULL
        CONSTRAINT import_lines_outcome_check CHECK (outcome IN ('new', 'existing', 'bad')),
    user_id integer,
    fields jsonb NOT NULL,
    problems jsonb NOT NULL,
    key bytea
        CONSTRAINT import_lines_key_check CHECK (octet_length(key) = 32),
    is_citation boolean NOT NULL,
    item_id integer,
    PRIMARY KEY (import_id, line),
    CONSTRAINT import_lines_good_check CHECK (outcome = 'bad' OR (user_id IS NOT NULL AND key IS NOT NULL))
);
COMMENT ON TABLE import_lines IS 'Lines that were read and are not stored as items yet; deleted when their import ends.';
COMMENT ON COLUMN import_lines.line IS 'In the file, as a text editor counts: the header is line 1.';
COMMENT ON COLUMN import_lines.fields IS 'What the line makes, by the API''s names.';
COMMENT ON COLUMN import_lines.problems IS 'What is wrong: column and sentence.';
COMMENT ON COLUMN import_lines.key IS 'By what it is known again.';
COMMENT ON COLUMN import_lines.item_id IS 'The item that is on file already.';

CREATE INDEX import_lines_outcome_index ON import_lines (import_id, outcome, line);

CREATE TABLE import_keys (
    kind text NOT NULL,
    key bytea NOT NULL,
    is_citation boolean NOT NULL,
    -- No foreign key: importing the file again must not recreate a removed item.
    item_id integer NOT NULL,
    import_id integer NOT NULL REFERENCES imports ON DELETE RESTRICT,
    PRIMARY KEY (kind, key)
);
COMMENT ON TABLE import_keys IS 'By what an imported line is known again: the same file twice makes no item twice.';
COMMENT ON COLUMN import_keys.key IS 'Hash of the driver and the issuer''s number, or of all that tells an item from others.';

CREATE INDEX import_keys_item_id_index ON import_keys (kind, item_id) WHERE is_citation;
CREATE INDEX import_keys_import_id_index ON import_keys (import_id, item_id);

CREATE INDEX users_license_index ON users (upper(translate(drivers_license_number, ' -', '')), state)
    WHERE closed_at IS NULL AND drivers_license_number IS NOT NULL;

CREATE TABLE staff_invitations (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email text COLLATE "C" NOT NULL
        CONSTRAINT staff_invitations_email_check CHECK (length(email) BETWEEN 3 AND 254),
    invited_by integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    token_hash bytea
        CONSTRAINT staff_invitations_token_hash_key UNIQUE
        CONSTRAINT staff_invitations_token_hash_check CHECK (octet_length(token_hash) = 32),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT staff_invitations_times_check CHECK (expires_at > created_at)
);
COMMENT ON TABLE staff_invitations IS 'Who was asked to join the staff.';
COMMENT ON COLUMN staff_invitations.token_hash IS 'Hash of the link''s token; null until the mail is being sent. The token itself is nowhere.';
COMMENT ON COLUMN staff_invitations.ended_at IS 'Accepted, withdrawn, or replaced by a newer one.';

CREATE INDEX staff_invitations_invited_by_index ON staff_invitations (invited_by);
CREATE UNIQUE INDEX staff_invitations_open_key ON staff_invitations (lower(email)) WHERE ended_at IS NULL;

CREATE TABLE second_factors (
    user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    sealed_secret bytea NOT NULL,
    created_at timestamptz NOT NULL,
    confirmed_at timestamptz,
    last_step bigint
);
COMMENT ON TABLE second_factors IS 'Secrets of the codes that change with the time.';
COMMENT ON COLUMN second_factors.sealed_secret IS 'Encrypted with a key that is not in the database.';
COMMENT ON COLUMN second_factors.confirmed_at IS 'Since when it is asked for; null until a first code was right.';
COMMENT ON COLUMN second_factors.last_step IS 'The last code that was accepted, by its time: none is accepted twice.';

CREATE TABLE recovery_codes (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    code_hash bytea NOT NULL
        CONSTRAINT recovery_codes_code_hash_check CHECK (octet_length(code_hash) = 32),
    PRIMARY KEY (user_id, code_hash)
);
COMMENT ON TABLE recovery_codes IS 'Codes for a lost device, each good for one login: a used one is deleted.';

CREATE TABLE pending_logins (
    token_hash bytea PRIMARY KEY
        CONSTRAINT pending_logins_token_hash_check CHECK (octet_length(token_hash) = 32),
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    password_hash text NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL
);
COMMENT ON TABLE pending_logins IS 'Logins with a right password that wait for the second factor.';
COMMENT ON COLUMN pending_logins.password_hash IS 'The one that was right: a login does not outlive a change.';

CREATE INDEX pending_logins_user_id_index ON pending_logins (user_id);
CREATE INDEX pending_logins_expires_at_index ON pending_logins (expires_at);
