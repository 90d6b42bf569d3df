-- Citations that match no verified driver: staff decide on them, or they wait for a matching driver.
CREATE TABLE waiting_citations (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    import_id integer NOT NULL REFERENCES imports ON DELETE RESTRICT,
    line integer NOT NULL,
    kind text NOT NULL
        CONSTRAINT waiting_citations_kind_check CHECK (kind IN ('ticket', 'parking', 'toll')),
    fields jsonb NOT NULL,
    key bytea NOT NULL
        CONSTRAINT waiting_citations_key_check CHECK (octet_length(key) = 32),
    citation text
        CONSTRAINT waiting_citations_citation_check CHECK (length(citation) BETWEEN 1 AND 100),
    email text COLLATE "C",
    license_number text,
    license_state text,
    plate text,
    plate_state text,
    candidate_id integer REFERENCES users ON DELETE SET NULL,
    declined integer[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL,
    stored_at timestamptz,
    CONSTRAINT waiting_citations_line_key UNIQUE (import_id, line),
    CONSTRAINT waiting_citations_license_check CHECK ((license_number IS NULL) = (license_state IS NULL)),
    CONSTRAINT waiting_citations_plate_check CHECK ((plate IS NULL) = (plate_state IS NULL))
);
COMMENT ON TABLE waiting_citations IS 'Lines of files that no verified driver matches: for a person to decide, or for a driver who is verified later.';
COMMENT ON COLUMN waiting_citations.fields IS 'What the line makes, by the API''s names.';
COMMENT ON COLUMN waiting_citations.key IS 'By what it is known again, whoever its driver is.';
COMMENT ON COLUMN waiting_citations.plate IS 'As plates are compared; so is license_number.';
COMMENT ON COLUMN waiting_citations.candidate_id IS 'Whom a person should decide on; null while nobody matches.';
COMMENT ON COLUMN waiting_citations.declined IS 'Whom a person said it is not: it is not offered to them again.';
COMMENT ON COLUMN waiting_citations.stored_at IS 'Null until staff have confirmed the file.';

CREATE UNIQUE INDEX waiting_citations_key ON waiting_citations (kind, key) WHERE stored_at IS NOT NULL;
CREATE INDEX waiting_citations_offered_index ON waiting_citations (id) WHERE stored_at IS NOT NULL AND candidate_id IS NOT NULL;
CREATE INDEX waiting_citations_nobodys_index ON waiting_citations (id) WHERE stored_at IS NOT NULL AND candidate_id IS NULL;
CREATE INDEX waiting_citations_candidate_index ON waiting_citations (candidate_id) WHERE candidate_id IS NOT NULL;
CREATE INDEX waiting_citations_plate_index ON waiting_citations (plate, plate_state) WHERE candidate_id IS NULL AND plate IS NOT NULL;
CREATE INDEX waiting_citations_license_index ON waiting_citations (license_number, license_state)
    WHERE candidate_id IS NULL AND license_number IS NOT NULL;
CREATE INDEX waiting_citations_email_index ON waiting_citations (email) WHERE candidate_id IS NULL AND email IS NOT NULL;
CREATE INDEX waiting_citations_created_at_index ON waiting_citations (created_at);

ALTER TABLE imports
    ADD COLUMN queued_lines integer NOT NULL DEFAULT 0,
    ADD COLUMN unclaimed_lines integer NOT NULL DEFAULT 0,
    ADD COLUMN due_days integer,
    ADD COLUMN sets_aside boolean NOT NULL DEFAULT false,
    ADD COLUMN undone_at timestamptz;
COMMENT ON COLUMN imports.queued_lines IS 'Lines for a person to decide on: what they name is not verified.';
COMMENT ON COLUMN imports.unclaimed_lines IS 'Lines that no driver matches; they wait for one.';
COMMENT ON COLUMN imports.due_days IS 'A line without a due date is due so many days after its date.';
COMMENT ON COLUMN imports.sets_aside IS 'Staff had the good lines stored, and the bad ones set aside.';
COMMENT ON COLUMN imports.undone_at IS 'When what was stored was taken back.';

ALTER TABLE parking ADD COLUMN is_due_date_ours boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN parking.is_due_date_ours IS 'The issuer gave no due date: it is worked out.';
