-- Chargebacks: a driver's bank questions a payment, or takes its money back.
CREATE TABLE chargebacks (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    payment_id integer NOT NULL REFERENCES payments ON DELETE RESTRICT,
    user_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    confirmation_number text NOT NULL
        CONSTRAINT chargebacks_confirmation_number_check CHECK (length(confirmation_number) BETWEEN 1 AND 32),
    provider_id text NOT NULL
        CONSTRAINT chargebacks_provider_id_key UNIQUE
        CONSTRAINT chargebacks_provider_id_check CHECK (length(provider_id) BETWEEN 1 AND 255),
    amount_cents bigint NOT NULL
        CONSTRAINT chargebacks_amount_cents_check CHECK (amount_cents >= 0),
    reason text NOT NULL
        CONSTRAINT chargebacks_reason_check CHECK (length(reason) <= 255),
    evidence_due_by timestamptz,
    status text NOT NULL
        CONSTRAINT chargebacks_status_check CHECK (status IN (
            'inquiry', 'inquiry_under_review', 'inquiry_closed', 'needs_response', 'under_review', 'won', 'lost', 'prevented'
        )),
    is_over boolean NOT NULL GENERATED ALWAYS AS (status IN ('inquiry_closed', 'won', 'lost', 'prevented')) STORED,
    is_answered boolean NOT NULL GENERATED ALWAYS AS (status NOT IN ('inquiry', 'needs_response')) STORED,
    is_withdrawn boolean NOT NULL,
    submitted_at timestamptz,
    evidence_by integer REFERENCES users ON DELETE RESTRICT,
    version integer NOT NULL DEFAULT 1
        CONSTRAINT chargebacks_version_check CHECK (version > 0),
    opened_at timestamptz NOT NULL,
    closed_at timestamptz,
    looked_at timestamptz
);
COMMENT ON TABLE chargebacks IS 'Payments that a driver''s bank asks about, or has taken back. The provider calls them disputes.';
COMMENT ON COLUMN chargebacks.user_id IS 'Whose payment.';
COMMENT ON COLUMN chargebacks.confirmation_number IS 'The payment''s number.';
COMMENT ON COLUMN chargebacks.amount_cents IS 'How much the bank wants.';
COMMENT ON COLUMN chargebacks.reason IS 'In the provider''s word, such as fraudulent.';
COMMENT ON COLUMN chargebacks.evidence_due_by IS 'Until when evidence is taken; null when the bank takes none.';
COMMENT ON COLUMN chargebacks.is_over IS 'The bank has decided, or asks no more.';
COMMENT ON COLUMN chargebacks.is_answered IS 'The bank waits for nothing from us.';
COMMENT ON COLUMN chargebacks.is_withdrawn IS 'The bank holds the money just now, as the provider books it.';
COMMENT ON COLUMN chargebacks.submitted_at IS 'When our evidence was given to the bank.';
COMMENT ON COLUMN chargebacks.evidence_by IS 'Which of the staff saved evidence last. The evidence itself is at the provider alone.';
COMMENT ON COLUMN chargebacks.version IS 'Raised each time that staff save evidence.';
COMMENT ON COLUMN chargebacks.closed_at IS 'When it was heard that it is over.';
COMMENT ON COLUMN chargebacks.looked_at IS 'When the provider was last asked; null when something was heard that it must be asked about.';

CREATE INDEX chargebacks_payment_id_index ON chargebacks (payment_id, id);
CREATE INDEX chargebacks_user_id_index ON chargebacks (user_id, id);
CREATE INDEX chargebacks_evidence_by_index ON chargebacks (evidence_by) WHERE evidence_by IS NOT NULL;
CREATE INDEX chargebacks_looked_at_index ON chargebacks (is_over, looked_at NULLS FIRST, id);

CREATE TABLE provider_reads (
    what text PRIMARY KEY CONSTRAINT provider_reads_what_check CHECK (what IN ('chargebacks')),
    read_at timestamptz NOT NULL
);
COMMENT ON TABLE provider_reads IS 'When each of the provider''s lists was last read to its end.';

-- The payment and its transaction show that a bank has taken the money.
DROP INDEX payments_refund_due_index;
ALTER TABLE payments
    DROP CONSTRAINT payments_status_check,
    ADD CONSTRAINT payments_status_check CHECK (status IN (
        'creating', 'timed_out', 'open', 'cancelled', 'settled', 'refund_due', 'refunded', 'charged_back'
    ));
CREATE INDEX payments_refund_due_index ON payments (user_id) WHERE status IN ('refund_due', 'refunded', 'charged_back');
ALTER TABLE payment_transactions
    DROP CONSTRAINT payment_transactions_status_check,
    ADD CONSTRAINT payment_transactions_status_check
        CHECK (status IN ('Completed', 'Refunded', 'Chargeback', 'Won', 'Charged Back'));
