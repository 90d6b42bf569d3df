ALTER TABLE reply_templates ADD COLUMN version integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN reply_templates.version IS 'Grows with each change, so that nobody overwrites a change they have not seen.';
