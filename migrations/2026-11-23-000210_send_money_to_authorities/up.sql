-- Payments to courts, cities and toll roads (docs/product/money-to-authorities.md#remittances).
CREATE TABLE authorities (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT authorities_name_check CHECK (length(name) BETWEEN 1 AND 100),
    kind text NOT NULL CONSTRAINT authorities_kind_check CHECK (kind IN ('court', 'city', 'toll_agency')),
    also_called text[] NOT NULL DEFAULT '{}',
    pay_to text CONSTRAINT authorities_pay_to_check CHECK (length(pay_to) BETWEEN 1 AND 1000),
    version integer NOT NULL DEFAULT 1
);
COMMENT ON TABLE authorities IS 'Those whose fines drivers pay here.';
COMMENT ON COLUMN authorities.also_called IS 'What items call it besides its name.';
COMMENT ON COLUMN authorities.pay_to IS 'How money is sent to it, for staff.';
COMMENT ON COLUMN authorities.version IS 'Goes up with each change.';

CREATE TABLE authority_names (
    key text PRIMARY KEY,
    authority_id integer NOT NULL REFERENCES authorities ON DELETE CASCADE
);
COMMENT ON TABLE authority_names IS 'Every name of an authority, as items are compared with it: letters and digits in lower case.';
CREATE INDEX authority_names_authority_id_index ON authority_names (authority_id);

CREATE TABLE remittances (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    authority_id integer NOT NULL REFERENCES authorities ON DELETE RESTRICT,
    status text NOT NULL CONSTRAINT remittances_status_check CHECK (status IN ('prepared', 'sent', 'accepted')),
    payments integer NOT NULL CONSTRAINT remittances_payments_check CHECK (payments > 0),
    amount_cents bigint NOT NULL CONSTRAINT remittances_amount_cents_check CHECK (amount_cents > 0),
    prepared_by integer REFERENCES users ON DELETE SET NULL,
    prepared_at timestamptz NOT NULL,
    sent_on date,
    reference text CONSTRAINT remittances_reference_check CHECK (length(reference) BETWEEN 1 AND 100),
    sent_at timestamptz,
    accepted_on date,
    CONSTRAINT remittances_sent_check
        CHECK ((status = 'prepared') = (sent_on IS NULL) AND (sent_on IS NULL) = (reference IS NULL) AND (sent_on IS NULL) = (sent_at IS NULL)),
    CONSTRAINT remittances_accepted_check CHECK ((status = 'accepted') = (accepted_on IS NOT NULL))
);
COMMENT ON TABLE remittances IS 'What is owed to one authority, sent together.';
COMMENT ON COLUMN remittances.payments IS 'How many payments it was put together of.';
COMMENT ON COLUMN remittances.amount_cents IS 'What they come to.';
COMMENT ON COLUMN remittances.sent_on IS 'The day on which staff sent it.';
COMMENT ON COLUMN remittances.sent_at IS 'When that was recorded.';
CREATE INDEX remittances_authority_id_index ON remittances (authority_id, id);
CREATE INDEX remittances_prepared_by_index ON remittances (prepared_by) WHERE prepared_by IS NOT NULL;

CREATE TABLE obligations (
    payment_id integer PRIMARY KEY REFERENCES payments ON DELETE RESTRICT,
    authority_id integer REFERENCES authorities ON DELETE RESTRICT,
    issuer text,
    issuer_key text NOT NULL DEFAULT '',
    status text NOT NULL CONSTRAINT obligations_status_check CHECK (status IN ('owed', 'prepared', 'sent', 'accepted')),
    remittance_id integer REFERENCES remittances ON DELETE RESTRICT,
    amount_cents bigint CONSTRAINT obligations_amount_cents_check CHECK (amount_cents > 0),
    charged_at timestamptz NOT NULL,
    send_by timestamptz NOT NULL,
    accepted_on date,
    told_late_at timestamptz,
    CONSTRAINT obligations_remittance_check
        CHECK ((status = 'owed') = (remittance_id IS NULL) AND (remittance_id IS NULL) = (amount_cents IS NULL)),
    CONSTRAINT obligations_accepted_check CHECK ((status = 'accepted') = (accepted_on IS NOT NULL))
);
COMMENT ON TABLE obligations IS 'What the money of one payment owes to an authority, until it is there.';
COMMENT ON COLUMN obligations.issuer IS 'Who issued the item, as it says itself.';
COMMENT ON COLUMN obligations.issuer_key IS 'The same as names of authorities are compared; empty when it says nothing.';
COMMENT ON COLUMN obligations.amount_cents IS 'What of it is in its remittance.';
COMMENT ON COLUMN obligations.send_by IS 'Until when it is to be sent.';
COMMENT ON COLUMN obligations.told_late_at IS 'When its driver was told that it is not sent yet, or that nobody need be told.';
CREATE INDEX obligations_owed_index ON obligations (authority_id, issuer_key, charged_at) WHERE status = 'owed';
CREATE INDEX obligations_late_index ON obligations (send_by) WHERE status IN ('owed', 'prepared');
CREATE INDEX obligations_sent_index ON obligations (payment_id) WHERE status = 'sent';
CREATE INDEX obligations_remittance_id_index ON obligations (remittance_id) WHERE remittance_id IS NOT NULL;
CREATE INDEX obligations_authority_id_index ON obligations (authority_id);

-- Two more accounts and three more kinds of entries. The new checks replace the old ones at once.
ALTER TABLE ledger_entries
    DROP CONSTRAINT ledger_entries_kind_check,
    ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
        'charge', 'refund', 'refund_failed', 'paid_otherwise', 'chargeback', 'lost', 'regained', 'moved', 'provider_fee',
        'payout', 'in_question', 'remitted', 'recovered', 'written_off'
    )) NOT VALID;
ALTER TABLE ledger_postings
    DROP CONSTRAINT ledger_postings_account_check,
    ADD CONSTRAINT ledger_postings_account_check CHECK (account IN (
        'provider', 'bank', 'with_banks', 'traffic_fines', 'parking_fines', 'tolls', 'lawyers', 'to_return', 'provider_fees',
        'chargeback_fees', 'in_question', 'to_recover', 'written_off'
    )) NOT VALID;
