-- The provider's events are read from a cursor, by one of several processes at a time.
CREATE TABLE event_cursor (
    singleton boolean PRIMARY KEY DEFAULT true CONSTRAINT event_cursor_singleton_check CHECK (singleton),
    read_to timestamptz NOT NULL,
    behind_from timestamptz,
    behind_until timestamptz,
    read_at timestamptz NOT NULL,
    reread_at timestamptz NOT NULL,
    CONSTRAINT event_cursor_behind_check CHECK ((behind_from IS NULL) = (behind_until IS NULL))
);
COMMENT ON TABLE event_cursor IS 'One row: how far the payment provider''s events have been read.';
COMMENT ON COLUMN event_cursor.read_to IS 'Events made before it, by the provider''s clock, have been read, but for those that are listed late.';
COMMENT ON COLUMN event_cursor.behind_from IS 'The begin of a time that is still to be read, or to be read again.';
COMMENT ON COLUMN event_cursor.behind_until IS 'Its end.';
COMMENT ON COLUMN event_cursor.read_at IS 'When the list was last read.';
COMMENT ON COLUMN event_cursor.reread_at IS 'When a longer time was last read again, for events that are listed very late.';

CREATE TABLE leases (
    work text PRIMARY KEY CONSTRAINT leases_work_check CHECK (length(work) BETWEEN 1 AND 100),
    holder text NOT NULL CONSTRAINT leases_holder_check CHECK (length(holder) BETWEEN 1 AND 100),
    until timestamptz NOT NULL
);
COMMENT ON TABLE leases IS 'Work that one process at a time does for all.';
COMMENT ON COLUMN leases.holder IS 'The process, by a random name.';
COMMENT ON COLUMN leases.until IS 'Kept while it works; from then on another may take it.';
