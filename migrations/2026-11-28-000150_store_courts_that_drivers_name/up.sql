-- Before hiring a lawyer, a driver can name the court of a ticket whose court isn't known (docs/product/cases.md#matching).
CREATE TABLE stated_courts (
    ticket_id integer PRIMARY KEY REFERENCES tickets ON DELETE CASCADE,
    state us_state NOT NULL,
    name text CONSTRAINT stated_courts_name_check CHECK (length(name) BETWEEN 1 AND 200),
    stated_at timestamptz NOT NULL
);
COMMENT ON TABLE stated_courts IS 'The court that a driver named for a ticket. It counts until the ticket has a court or a court state.';
