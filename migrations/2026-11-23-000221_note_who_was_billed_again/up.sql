-- Second bills: drivers who were billed again for an item they had paid here (docs/product/money-to-authorities.md#billed-again).
CREATE TABLE billed_again (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    payment_id integer NOT NULL REFERENCES payments ON DELETE RESTRICT,
    transaction_id integer NOT NULL REFERENCES payment_transactions ON DELETE RESTRICT,
    user_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    opened_at timestamptz NOT NULL,
    settled_at timestamptz,
    settled_by integer REFERENCES users ON DELETE SET NULL,
    outcome text CONSTRAINT billed_again_outcome_check CHECK (outcome IN ('accepted', 'sent_again', 'refunded', 'another_bill')),
    note text CONSTRAINT billed_again_note_check CHECK (length(note) BETWEEN 1 AND 500),
    CONSTRAINT billed_again_settled_check
        CHECK ((settled_at IS NULL) = (outcome IS NULL) AND (settled_at IS NULL) = (note IS NULL))
);
COMMENT ON TABLE billed_again IS 'Drivers who were billed again for what they paid here.';
COMMENT ON COLUMN billed_again.outcome IS 'What came of it, once staff have settled it.';
COMMENT ON COLUMN billed_again.note IS 'The same in the words of staff, which the driver reads.';
CREATE UNIQUE INDEX billed_again_open_key ON billed_again (payment_id) WHERE settled_at IS NULL;
CREATE INDEX billed_again_payment_id_index ON billed_again (payment_id, id);
CREATE INDEX billed_again_transaction_id_index ON billed_again (transaction_id);
CREATE INDEX billed_again_user_id_index ON billed_again (user_id, opened_at);
CREATE INDEX billed_again_waiting_index ON billed_again (opened_at) WHERE settled_at IS NULL;
CREATE INDEX billed_again_settled_index ON billed_again (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX billed_again_settled_by_index ON billed_again (settled_by) WHERE settled_by IS NOT NULL;
