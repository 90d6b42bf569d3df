CREATE TABLE jobs (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL
        CONSTRAINT jobs_kind_check CHECK (length(kind) BETWEEN 1 AND 50),
    payload jsonb NOT NULL DEFAULT '{}',
    run_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0
        CONSTRAINT jobs_attempts_check CHECK (attempts >= 0),
    locked_at timestamptz,
    done_at timestamptz,
    last_error text,
    dedupe_key text
        CONSTRAINT jobs_dedupe_key_key UNIQUE
        CONSTRAINT jobs_dedupe_key_check CHECK (length(dedupe_key) BETWEEN 1 AND 255),
    created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE jobs IS 'Slow work, written down in the transaction that makes it necessary and done after it.';
COMMENT ON COLUMN jobs.run_at IS 'Not before.';
COMMENT ON COLUMN jobs.locked_at IS 'Since when somebody is at it.';
COMMENT ON COLUMN jobs.dedupe_key IS 'The same work is not written down twice.';

CREATE INDEX jobs_waiting_index ON jobs (run_at, id) WHERE done_at IS NULL;
CREATE INDEX jobs_done_at_index ON jobs (done_at) WHERE done_at IS NOT NULL;
