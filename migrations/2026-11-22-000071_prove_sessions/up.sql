-- The columns are nullable or have a constant default, so that no row is rewritten and release 0.1 works without them.
ALTER TABLE sessions
    ADD COLUMN wrong_codes integer NOT NULL DEFAULT 0,
    ADD COLUMN proved_at timestamptz;
COMMENT ON COLUMN sessions.wrong_codes IS 'Wrong codes of the second factor that were brought in it: five end it.';
COMMENT ON COLUMN sessions.proved_at IS 'When its user last proved in it who they are; null in a session from before this was kept.';

ALTER TABLE recovery_codes ADD COLUMN salt bytea;
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_salt_check CHECK (octet_length(salt) = 16) NOT VALID;
COMMENT ON COLUMN recovery_codes.salt IS
    'With it the code was hashed like a password, one for a whole set; null for one that was hashed fast, before this was kept.';
