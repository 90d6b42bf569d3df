DELETE FROM import_keys WHERE import_id IS NULL;
ALTER TABLE import_keys ALTER COLUMN import_id SET NOT NULL;
DELETE FROM waiting_citations WHERE import_id IS NULL;
ALTER TABLE waiting_citations
    DROP CONSTRAINT waiting_citations_source_check,
    DROP COLUMN reason,
    DROP COLUMN source,
    ALTER COLUMN import_id SET NOT NULL;
COMMENT ON COLUMN import_keys.import_id IS NULL;
DROP TABLE source_citations;
DROP TABLE source_plates;
DROP TABLE source_runs;
