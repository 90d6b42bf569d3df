ALTER TABLE users ADD COLUMN closed_at timestamptz;
COMMENT ON COLUMN users.closed_at IS 'The person closed the account: what identified them is erased, the row stays for the books.';

COMMENT ON COLUMN sessions.user_agent IS 'Browser and system in plain words, such as Chrome on Windows.';

CREATE TABLE account_links (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    purpose text NOT NULL
        CONSTRAINT account_links_purpose_check CHECK (purpose IN ('password_reset', 'email_change')),
    token_hash bytea
        CONSTRAINT account_links_token_hash_key UNIQUE
        CONSTRAINT account_links_token_hash_check CHECK (octet_length(token_hash) = 32),
    new_email text COLLATE "C"
        CONSTRAINT account_links_new_email_check CHECK (length(new_email) BETWEEN 3 AND 254),
    old_email text COLLATE "C"
        CONSTRAINT account_links_old_email_check CHECK (length(old_email) BETWEEN 3 AND 254),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT account_links_email_change_check CHECK ((purpose = 'email_change') = (new_email IS NOT NULL)),
    CONSTRAINT account_links_times_check CHECK (expires_at > created_at)
);
COMMENT ON TABLE account_links IS 'Links in mails that do something once.';
COMMENT ON COLUMN account_links.token_hash IS 'Hash of the token in the mail; null until the mail is being sent. The token itself is nowhere.';
COMMENT ON COLUMN account_links.new_email IS 'The address to change to.';
COMMENT ON COLUMN account_links.old_email IS 'The address that was changed, to be told; erased with the row.';
COMMENT ON COLUMN account_links.ended_at IS 'Used, or made void by a newer one.';

CREATE INDEX account_links_user_id_index ON account_links (user_id, purpose, created_at DESC);
CREATE INDEX account_links_created_at_index ON account_links (created_at);
-- For counting and listing open accounts, which are nearly all rows.
CREATE INDEX users_open_index ON users (id) WHERE closed_at IS NULL;
