-- The provider's records of our balance, to match the ledger with.
CREATE TABLE provider_movements (
    id text PRIMARY KEY CONSTRAINT provider_movements_id_check CHECK (length(id) BETWEEN 1 AND 255),
    kind text NOT NULL
        CONSTRAINT provider_movements_kind_check CHECK (kind IN (
            'charge', 'refund', 'refund_failure', 'chargeback', 'chargeback_reversal', 'fee', 'payout', 'other'
        )),
    amount_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    currency text NOT NULL CONSTRAINT provider_movements_currency_check CHECK (length(currency) BETWEEN 1 AND 16),
    subject text NOT NULL CONSTRAINT provider_movements_subject_check CHECK (length(subject) BETWEEN 1 AND 255),
    provider_intent_id text
        CONSTRAINT provider_movements_provider_intent_id_check CHECK (length(provider_intent_id) BETWEEN 1 AND 255),
    happened_at timestamptz NOT NULL,
    is_closed boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE provider_movements IS 'Movements of our balance at the provider, as it lists them.';
COMMENT ON COLUMN provider_movements.id IS 'The provider''s.';
COMMENT ON COLUMN provider_movements.amount_cents IS 'Before the fee, in the smallest unit of its currency; below zero when it left.';
COMMENT ON COLUMN provider_movements.subject IS 'The provider''s id of what it is about: an intent for a charge; itself when about nothing else.';
COMMENT ON COLUMN provider_movements.provider_intent_id IS 'The intent behind it, where there is one.';
COMMENT ON COLUMN provider_movements.is_closed IS 'What the provider alone knows of it, such as a fee, is in the ledger.';
CREATE INDEX provider_movements_subject_index ON provider_movements (subject);
CREATE INDEX provider_movements_open_index ON provider_movements (happened_at, id) WHERE NOT is_closed;

CREATE TABLE book_differences (
    subject text PRIMARY KEY,
    kind text NOT NULL
        CONSTRAINT book_differences_kind_check CHECK (kind IN ('not_theirs', 'not_ours', 'amount', 'foreign')),
    ours_cents bigint NOT NULL,
    theirs_cents bigint NOT NULL,
    currency text NOT NULL,
    payment_id integer REFERENCES payments ON DELETE RESTRICT,
    moved_at timestamptz NOT NULL
);
COMMENT ON TABLE book_differences IS 'What the ledger and the provider did not agree about when they were matched last.';
COMMENT ON COLUMN book_differences.subject IS 'The provider''s id of what it is about.';
COMMENT ON COLUMN book_differences.kind IS 'foreign: money of another environment, or other money; no fault of the books.';
COMMENT ON COLUMN book_differences.payment_id IS 'Our payment, if it is known.';
CREATE INDEX book_differences_payment_id_index ON book_differences (payment_id) WHERE payment_id IS NOT NULL;

CREATE TABLE book_matching (
    singleton boolean PRIMARY KEY DEFAULT true CONSTRAINT book_matching_singleton_check CHECK (singleton),
    matched_at timestamptz,
    read_until timestamptz
);
COMMENT ON TABLE book_matching IS 'One row: how the last matching went. Who matches locks it.';
COMMENT ON COLUMN book_matching.read_until IS 'The newest movement that was read; the next reading begins some days before it.';
INSERT INTO book_matching DEFAULT VALUES;
