CREATE TABLE payments (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    kind text NOT NULL
        CONSTRAINT payments_kind_check CHECK (kind IN ('ticket', 'parking', 'toll', 'lawyer')),
    ticket_id integer REFERENCES tickets ON DELETE RESTRICT,
    parking_id integer REFERENCES parking ON DELETE RESTRICT,
    toll_id integer REFERENCES tolls ON DELETE RESTRICT,
    amount_cents bigint NOT NULL
        CONSTRAINT payments_amount_cents_check CHECK (amount_cents > 0),
    status text NOT NULL DEFAULT 'creating'
        CONSTRAINT payments_status_check CHECK (status IN (
            'creating', 'timed_out', 'open', 'cancelled', 'settled', 'refund_due', 'refund_pending', 'refunded'
        )),
    idempotency_key text NOT NULL
        CONSTRAINT payments_idempotency_key_key UNIQUE
        CONSTRAINT payments_idempotency_key_check CHECK (length(idempotency_key) BETWEEN 1 AND 255),
    confirmation_number text NOT NULL
        CONSTRAINT payments_confirmation_number_key UNIQUE
        CONSTRAINT payments_confirmation_number_check CHECK (length(confirmation_number) BETWEEN 1 AND 32),
    provider_intent_id text
        CONSTRAINT payments_provider_intent_id_key UNIQUE,
    client_secret text,
    provider_refund_id text
        CONSTRAINT payments_provider_refund_id_key UNIQUE,
    amount_received_cents bigint
        CONSTRAINT payments_amount_received_cents_check CHECK (amount_received_cents >= 0),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    settled_at timestamptz,
    CONSTRAINT payments_item_check CHECK (
        num_nonnulls(ticket_id, parking_id, toll_id) = 1
        AND CASE kind
            WHEN 'parking' THEN parking_id IS NOT NULL
            WHEN 'toll' THEN toll_id IS NOT NULL
            ELSE ticket_id IS NOT NULL
        END
    ),
    CONSTRAINT payments_intent_check CHECK (
        status IN ('creating', 'timed_out', 'cancelled') OR provider_intent_id IS NOT NULL
    ),
    CONSTRAINT payments_settled_check CHECK (status <> 'settled' OR settled_at IS NOT NULL)
);
COMMENT ON TABLE payments IS 'Attempts to collect money for one item.';
COMMENT ON COLUMN payments.kind IS 'What is paid for; lawyer: legal help with the ticket.';
COMMENT ON COLUMN payments.status IS 'creating, timed_out and open are live: the money may still come in.';
COMMENT ON COLUMN payments.idempotency_key IS 'Sent with every try of the create call; stored before the first one.';
COMMENT ON COLUMN payments.confirmation_number IS 'The transaction or hire carries the same.';
COMMENT ON COLUMN payments.client_secret IS 'What the page needs to confirm the intent; kept so that two tabs share one.';
COMMENT ON COLUMN payments.amount_received_cents IS 'What the provider says it took.';

-- One live payment for each item and kind.
CREATE UNIQUE INDEX payments_live_ticket_key ON payments (ticket_id, kind)
    WHERE status IN ('creating', 'timed_out', 'open');
CREATE UNIQUE INDEX payments_live_parking_key ON payments (parking_id)
    WHERE status IN ('creating', 'timed_out', 'open');
CREATE UNIQUE INDEX payments_live_toll_key ON payments (toll_id)
    WHERE status IN ('creating', 'timed_out', 'open');
CREATE INDEX payments_ticket_id_index ON payments (ticket_id, id DESC) WHERE ticket_id IS NOT NULL;
CREATE INDEX payments_parking_id_index ON payments (parking_id, id DESC) WHERE parking_id IS NOT NULL;
CREATE INDEX payments_toll_id_index ON payments (toll_id, id DESC) WHERE toll_id IS NOT NULL;
CREATE INDEX payments_user_id_index ON payments (user_id, id DESC);
CREATE INDEX payments_unfinished_index ON payments (updated_at, id)
    WHERE status IN ('creating', 'timed_out', 'open', 'refund_due', 'refund_pending');

CREATE TABLE payment_events (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    provider_event_id text NOT NULL
        CONSTRAINT payment_events_provider_event_id_key UNIQUE
        CONSTRAINT payment_events_provider_event_id_check CHECK (length(provider_event_id) BETWEEN 1 AND 255),
    kind text NOT NULL,
    body text NOT NULL,
    understood boolean NOT NULL,
    received_at timestamptz NOT NULL
);
COMMENT ON TABLE payment_events IS 'Every signed event of the payment provider, once.';
COMMENT ON COLUMN payment_events.provider_event_id IS 'The provider''s id; a hash of the body when that cannot be read.';
COMMENT ON COLUMN payment_events.kind IS 'The provider''s name of the kind; empty when it cannot be read.';
COMMENT ON COLUMN payment_events.body IS 'As it came.';
COMMENT ON COLUMN payment_events.understood IS 'False: signed, but not readable for the build that received it. Somebody should look.';

CREATE INDEX payment_events_received_at_index ON payment_events (received_at);
CREATE INDEX payment_events_not_understood_index ON payment_events (id) WHERE NOT understood;

CREATE TABLE payment_transactions (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    payment_id integer
        CONSTRAINT payment_transactions_payment_id_key UNIQUE
        REFERENCES payments ON DELETE RESTRICT,
    payment_type text NOT NULL
        CONSTRAINT payment_transactions_payment_type_check
        CHECK (payment_type IN ('traffic_ticket', 'parking', 'toll')),
    ticket_id integer REFERENCES tickets ON DELETE RESTRICT,
    parking_id integer REFERENCES parking ON DELETE RESTRICT,
    toll_id integer REFERENCES tolls ON DELETE RESTRICT,
    violation_type text
        CONSTRAINT payment_transactions_violation_type_check CHECK (length(violation_type) BETWEEN 1 AND 200),
    amount_cents bigint NOT NULL
        CONSTRAINT payment_transactions_amount_cents_check CHECK (amount_cents >= 0),
    processing_fee_cents bigint NOT NULL
        CONSTRAINT payment_transactions_processing_fee_cents_check CHECK (processing_fee_cents >= 0),
    our_fee_cents bigint NOT NULL
        CONSTRAINT payment_transactions_our_fee_cents_check CHECK (our_fee_cents >= 0),
    confirmation_number text NOT NULL
        CONSTRAINT payment_transactions_confirmation_number_key UNIQUE
        CONSTRAINT payment_transactions_confirmation_number_check
        CHECK (length(confirmation_number) BETWEEN 1 AND 32),
    status text NOT NULL DEFAULT 'Completed'
        CONSTRAINT payment_transactions_status_check CHECK (status IN ('Completed', 'Refunded')),
    created_at timestamptz NOT NULL,
    CONSTRAINT payment_transactions_item_check CHECK (
        num_nonnulls(ticket_id, parking_id, toll_id) = 1
        AND CASE payment_type
            WHEN 'parking' THEN parking_id IS NOT NULL
            WHEN 'toll' THEN toll_id IS NOT NULL
            ELSE ticket_id IS NOT NULL
        END
    )
);
COMMENT ON TABLE payment_transactions IS 'The books: what was paid for tickets, parking tickets and tolls.';
COMMENT ON COLUMN payment_transactions.payment_id IS 'Null when staff marked the item paid by hand.';
COMMENT ON COLUMN payment_transactions.violation_type IS 'The item''s violation or road at the time.';

CREATE INDEX payment_transactions_user_id_index ON payment_transactions (user_id, id DESC);
CREATE INDEX payment_transactions_payment_type_index ON payment_transactions (payment_type, id DESC);
CREATE INDEX payment_transactions_created_at_index ON payment_transactions (created_at);
CREATE INDEX payment_transactions_ticket_id_index ON payment_transactions (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE INDEX payment_transactions_parking_id_index ON payment_transactions (parking_id) WHERE parking_id IS NOT NULL;
CREATE INDEX payment_transactions_toll_id_index ON payment_transactions (toll_id) WHERE toll_id IS NOT NULL;
CREATE INDEX payment_transactions_search_index ON payment_transactions
    USING gin (confirmation_number gin_trgm_ops, violation_type gin_trgm_ops);

CREATE TABLE lawyer_hires (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    ticket_id integer REFERENCES tickets ON DELETE RESTRICT,
    payment_id integer
        CONSTRAINT lawyer_hires_payment_id_key UNIQUE
        REFERENCES payments ON DELETE RESTRICT,
    violation_type text
        CONSTRAINT lawyer_hires_violation_type_check CHECK (length(violation_type) BETWEEN 1 AND 200),
    amount_cents bigint NOT NULL
        CONSTRAINT lawyer_hires_amount_cents_check CHECK (amount_cents >= 0),
    contact_method text
        CONSTRAINT lawyer_hires_contact_method_check
        CHECK (length(contact_method) <= 40 AND contact_method ~ '(phone|email)'),
    contact_value text
        CONSTRAINT lawyer_hires_contact_value_check CHECK (length(contact_value) BETWEEN 1 AND 300),
    confirmation_number text NOT NULL
        CONSTRAINT lawyer_hires_confirmation_number_key UNIQUE
        CONSTRAINT lawyer_hires_confirmation_number_check CHECK (length(confirmation_number) BETWEEN 1 AND 32),
    status text NOT NULL DEFAULT 'Pending'
        CONSTRAINT lawyer_hires_status_check
        CHECK (status IN ('Pending', 'In Progress', 'Contacted', 'Completed', 'Cancelled')),
    is_seen_by_admin boolean NOT NULL DEFAULT false,
    is_solved boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    CONSTRAINT lawyer_hires_contact_check CHECK ((contact_method IS NULL) = (contact_value IS NULL))
);
COMMENT ON TABLE lawyer_hires IS 'Lawyers hired for a ticket.';
COMMENT ON COLUMN lawyer_hires.violation_type IS 'The ticket''s violation at the time.';
COMMENT ON COLUMN lawyer_hires.amount_cents IS 'What was paid: half the fine.';
COMMENT ON COLUMN lawyer_hires.contact_method IS 'phone, email or both, once given.';
COMMENT ON COLUMN lawyer_hires.created_at IS 'The refund window starts here.';

CREATE INDEX lawyer_hires_user_id_index ON lawyer_hires (user_id, id DESC);
CREATE INDEX lawyer_hires_ticket_id_index ON lawyer_hires (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE INDEX lawyer_hires_status_index ON lawyer_hires (status, id DESC);
CREATE INDEX lawyer_hires_unsolved_index ON lawyer_hires (id) WHERE NOT is_solved;
