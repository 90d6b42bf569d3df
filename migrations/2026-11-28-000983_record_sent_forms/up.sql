-- Some places take only a form of their own. Its driver records when they sent it, as with a letter (docs/product/contesting.md).
ALTER TABLE contest_letters ADD COLUMN is_own_form boolean NOT NULL DEFAULT false;
ALTER TABLE contest_letters ADD CONSTRAINT contest_letters_own_form_check CHECK (sent_on IS NOT NULL OR NOT is_own_form) NOT VALID;
COMMENT ON COLUMN contest_letters.is_own_form IS 'Whether the driver sent the issuer''s own form instead of the letter.';
