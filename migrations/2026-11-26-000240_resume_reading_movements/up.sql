-- A reading of the provider's movements that is cut off resumes after the last page that was stored.
ALTER TABLE book_matching
    ADD COLUMN reading_started_at timestamptz,
    ADD COLUMN reading_since timestamptz,
    ADD COLUMN reading_after text,
    ADD COLUMN reading_newest timestamptz,
    ADD COLUMN reading_count bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN book_matching.reading_started_at IS 'When a reading that has not reached its last page was started; null when there is none.';
COMMENT ON COLUMN book_matching.reading_since IS 'That reading reads movements made since then.';
COMMENT ON COLUMN book_matching.reading_after IS 'The last movement that reading has stored; its next page starts after it.';
COMMENT ON COLUMN book_matching.reading_newest IS 'The newest movement that reading has stored; it becomes read_until with the last page.';
COMMENT ON COLUMN book_matching.reading_count IS 'How many movements that reading has read.';
