CREATE TABLE attention_closed (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL CONSTRAINT attention_closed_kind_check CHECK (kind IN ('orphan', 'unread_event')),
    provider_id text NOT NULL
        CONSTRAINT attention_closed_provider_id_check CHECK (length(provider_id) BETWEEN 1 AND 255),
    how text NOT NULL CONSTRAINT attention_closed_how_check CHECK (length(how) BETWEEN 1 AND 500),
    closed_by integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    closed_at timestamptz NOT NULL,
    CONSTRAINT attention_closed_kind_provider_id_key UNIQUE (kind, provider_id)
);
COMMENT ON TABLE attention_closed IS 'Stray money and unread events that staff have dealt with: nobody need look at them again.';
COMMENT ON COLUMN attention_closed.provider_id IS 'The payment provider''s id of the intent or the event.';
COMMENT ON COLUMN attention_closed.how IS 'What staff did about it.';
CREATE INDEX attention_closed_closed_by_index ON attention_closed (closed_by);
