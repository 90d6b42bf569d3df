-- Cities that publish their citations are queried for verified plates (docs/product/citation-sources.md).
CREATE TABLE source_runs (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source text NOT NULL,
    reason text NOT NULL
        CONSTRAINT source_runs_reason_check CHECK (reason IN ('daily', 'verified', 'by_staff')),
    round_at timestamptz NOT NULL,
    requested_by integer REFERENCES users ON DELETE SET NULL,
    started_at timestamptz NOT NULL,
    ended_at timestamptz,
    waits_until timestamptz,
    after_user integer NOT NULL DEFAULT 0,
    plates integer NOT NULL DEFAULT 0,
    calls integer NOT NULL DEFAULT 0,
    answered_rows integer NOT NULL DEFAULT 0,
    filed integer NOT NULL DEFAULT 0,
    changed integer NOT NULL DEFAULT 0,
    settled integer NOT NULL DEFAULT 0,
    queued integer NOT NULL DEFAULT 0,
    unreadable integer NOT NULL DEFAULT 0,
    trouble text
        CONSTRAINT source_runs_trouble_check CHECK (trouble IN ('down', 'slow', 'throttled', 'columns_changed', 'nonsense', 'ours')),
    words text,
    CONSTRAINT source_runs_trouble_at_the_end_check CHECK (trouble IS NULL OR ended_at IS NOT NULL)
);
COMMENT ON TABLE source_runs IS 'Times that a source of citations was asked, each from its first plate to its last.';
COMMENT ON COLUMN source_runs.round_at IS 'Plates that were asked about since then are passed over; a run that goes on with a failed one has its time.';
COMMENT ON COLUMN source_runs.requested_by IS 'Who of the staff wanted it.';
COMMENT ON COLUMN source_runs.waits_until IS 'The source asked for fewer calls: the run goes on then.';
COMMENT ON COLUMN source_runs.after_user IS 'The last user whose plate was asked about: from there any process goes on.';
COMMENT ON COLUMN source_runs.unreadable IS 'Rows that could not be read, or are not believed.';
COMMENT ON COLUMN source_runs.words IS 'What went wrong, in sentences. No plate stands in it.';

CREATE UNIQUE INDEX source_runs_open_key ON source_runs (source) WHERE ended_at IS NULL;
CREATE INDEX source_runs_requested_by_index ON source_runs (requested_by) WHERE requested_by IS NOT NULL;
CREATE INDEX source_runs_source_index ON source_runs (source, id);
CREATE INDEX source_runs_started_at_index ON source_runs (started_at);

CREATE TABLE source_plates (
    source text NOT NULL,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    asked_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, source)
);
COMMENT ON TABLE source_plates IS 'When a source was asked about a user''s plate last.';

CREATE TABLE source_citations (
    source text NOT NULL,
    number text NOT NULL
        CONSTRAINT source_citations_number_check CHECK (number ~ '^[A-Z0-9-]{1,30}$'),
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    parking_id integer NOT NULL REFERENCES parking ON DELETE CASCADE,
    authority text NOT NULL,
    plate text,
    plate_state text,
    owed_cents bigint NOT NULL
        CONSTRAINT source_citations_owed_check CHECK (owed_cents >= 0),
    settled_at timestamptz,
    as_of timestamptz NOT NULL,
    PRIMARY KEY (source, number, user_id),
    CONSTRAINT source_citations_plate_check CHECK ((plate IS NULL) = (plate_state IS NULL)),
    CONSTRAINT source_citations_settled_check CHECK ((settled_at IS NOT NULL) = (owed_cents = 0))
);
COMMENT ON TABLE source_citations IS 'Which parking ticket a source''s citation is, and what the source said of it last.';
COMMENT ON COLUMN source_citations.number IS 'The issuer''s number.';
COMMENT ON COLUMN source_citations.authority IS 'Whose data they are, for people.';
COMMENT ON COLUMN source_citations.plate IS 'As plates are compared; null once its driver has closed the account.';
COMMENT ON COLUMN source_citations.settled_at IS 'Since when nothing is owed, by the source.';
COMMENT ON COLUMN source_citations.as_of IS 'When the source said so last.';

CREATE UNIQUE INDEX source_citations_parking_id_key ON source_citations (parking_id);
CREATE INDEX source_citations_user_id_index ON source_citations (user_id, source);

-- Citations from a city's data have no import.
ALTER TABLE waiting_citations
    ALTER COLUMN import_id DROP NOT NULL,
    ADD COLUMN source text,
    ADD COLUMN reason text,
    ADD CONSTRAINT waiting_citations_source_check CHECK ((source IS NULL) = (import_id IS NOT NULL)) NOT VALID;
COMMENT ON COLUMN waiting_citations.source IS 'Whose data brought it, when it was no file.';
COMMENT ON COLUMN waiting_citations.reason IS 'Why a person decides, where it is more than that what it names is not verified.';
ALTER TABLE import_keys ALTER COLUMN import_id DROP NOT NULL;
COMMENT ON COLUMN import_keys.import_id IS 'The file that brought it; null of what a city''s data brought.';
