CREATE TABLE staff_notes (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject_kind text NOT NULL
        CONSTRAINT staff_notes_subject_kind_check
            CHECK (subject_kind IN ('lawyer_hire', 'missing_ticket_report', 'help_inquiry', 'user')),
    subject_id integer NOT NULL,
    user_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    author_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    note text NOT NULL
        CONSTRAINT staff_notes_note_check CHECK (length(note) BETWEEN 1 AND 2000),
    created_at timestamptz NOT NULL
);
COMMENT ON TABLE staff_notes IS 'What staff note for each other. No driver ever sees it.';
COMMENT ON COLUMN staff_notes.subject_kind IS 'Of what kind the record is, in the audit trail''s word.';
COMMENT ON COLUMN staff_notes.subject_id IS 'Which record.';
COMMENT ON COLUMN staff_notes.user_id IS 'Whose record: the note goes with their account.';
CREATE INDEX staff_notes_subject_index ON staff_notes (subject_kind, subject_id, id);
CREATE INDEX staff_notes_user_id_index ON staff_notes (user_id, id);
CREATE INDEX staff_notes_author_id_index ON staff_notes (author_id);
CREATE INDEX staff_notes_created_at_index ON staff_notes (created_at);

CREATE TABLE reply_templates (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    title text NOT NULL
        CONSTRAINT reply_templates_title_check CHECK (length(title) BETWEEN 1 AND 60),
    message text NOT NULL
        CONSTRAINT reply_templates_message_check CHECK (length(message) BETWEEN 1 AND 4000),
    created_by integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    created_at timestamptz NOT NULL
);
COMMENT ON TABLE reply_templates IS 'What support often answers.';
CREATE UNIQUE INDEX reply_templates_title_key ON reply_templates (lower(title));
CREATE INDEX reply_templates_created_by_index ON reply_templates (created_by);
