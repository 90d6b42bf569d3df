-- Fees that are owed to lawyers (docs/product/money-to-authorities.md#fees-for-lawyers). The table of obligations has one
-- row per payment, which the last release relies on, but a case that gets another lawyer owes money to both.
CREATE TABLE lawyer_obligations (
    payment_id integer NOT NULL REFERENCES payments ON DELETE RESTRICT,
    lawyer_id integer NOT NULL REFERENCES lawyers ON DELETE RESTRICT,
    status text NOT NULL
        CONSTRAINT lawyer_obligations_status_check CHECK (status IN ('owed', 'prepared', 'sent', 'accepted')),
    claim_cents bigint NOT NULL DEFAULT 0 CONSTRAINT lawyer_obligations_claim_cents_check CHECK (claim_cents >= 0),
    earned_cents bigint NOT NULL DEFAULT 0 CONSTRAINT lawyer_obligations_earned_cents_check CHECK (earned_cents >= 0),
    sent_cents bigint NOT NULL DEFAULT 0 CONSTRAINT lawyer_obligations_sent_cents_check CHECK (sent_cents >= 0),
    written_off_cents bigint NOT NULL DEFAULT 0,
    remittance_id integer REFERENCES remittances ON DELETE RESTRICT,
    amount_cents bigint CONSTRAINT lawyer_obligations_amount_cents_check CHECK (amount_cents > 0),
    filed_cents bigint,
    case_accepted_at timestamptz NOT NULL,
    send_by timestamptz NOT NULL,
    accepted_on date,
    PRIMARY KEY (payment_id, lawyer_id),
    CONSTRAINT lawyer_obligations_remittance_check
        CHECK ((status = 'owed') = (remittance_id IS NULL) AND (remittance_id IS NULL) = (amount_cents IS NULL)),
    CONSTRAINT lawyer_obligations_accepted_check CHECK ((status = 'accepted') = (accepted_on IS NOT NULL)),
    CONSTRAINT lawyer_obligations_written_off_check
        CHECK (written_off_cents BETWEEN 0 AND greatest(sent_cents - claim_cents, 0))
);
COMMENT ON TABLE lawyer_obligations IS 'Fees owed to the lawyers who accepted a case.';
COMMENT ON COLUMN lawyer_obligations.claim_cents IS 'What the lawyer may have in all: the price while the lawyer has the case, and what the lawyer earned afterwards.';
COMMENT ON COLUMN lawyer_obligations.earned_cents IS 'What the lawyer has earned. Zero for a lawyer who pays the guarantee.';
COMMENT ON COLUMN lawyer_obligations.sent_cents IS 'What was sent to the lawyer, without money that the lawyer returned.';
COMMENT ON COLUMN lawyer_obligations.written_off_cents IS 'Part of what the lawyer must return that was written off.';
COMMENT ON COLUMN lawyer_obligations.amount_cents IS 'What of it is in its remittance.';
COMMENT ON COLUMN lawyer_obligations.filed_cents IS 'While prepared: what the last downloaded file says of it, 0 while there is none.';
COMMENT ON COLUMN lawyer_obligations.case_accepted_at IS 'When the lawyer accepted the case.';
COMMENT ON COLUMN lawyer_obligations.send_by IS 'Deadline for sending it.';
CREATE INDEX lawyer_obligations_owed_index ON lawyer_obligations (lawyer_id, case_accepted_at) WHERE status = 'owed';
CREATE INDEX lawyer_obligations_late_index ON lawyer_obligations (send_by) WHERE status IN ('owed', 'prepared');
CREATE INDEX lawyer_obligations_recover_index ON lawyer_obligations (case_accepted_at) WHERE sent_cents > claim_cents;
CREATE INDEX lawyer_obligations_remittance_id_index ON lawyer_obligations (remittance_id) WHERE remittance_id IS NOT NULL;
CREATE INDEX lawyer_obligations_lawyer_id_index ON lawyer_obligations (lawyer_id);
