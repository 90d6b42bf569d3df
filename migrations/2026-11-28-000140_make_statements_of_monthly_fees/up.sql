-- The fixed fee that lawyers pay us each month, and a statement per lawyer and month (docs/product/cases.md#monthly-fee).
ALTER TABLE lawyers
    ADD COLUMN monthly_fee_cents bigint,
    ADD COLUMN fee_from date,
    ADD CONSTRAINT lawyers_monthly_fee_cents_check CHECK (monthly_fee_cents BETWEEN 100 AND 1000000) NOT VALID,
    ADD CONSTRAINT lawyers_fee_from_check CHECK (
        extract(day FROM fee_from) = 1 AND (monthly_fee_cents IS NULL OR fee_from IS NOT NULL)
    ) NOT VALID;
COMMENT ON COLUMN lawyers.monthly_fee_cents IS 'Fixed fee that the lawyer pays us each month. Null if they pay none.';
COMMENT ON COLUMN lawyers.fee_from IS 'First day of the first month that the fee applies to.';

CREATE TABLE lawyer_statements (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lawyer_id integer NOT NULL REFERENCES lawyers ON DELETE RESTRICT,
    month date NOT NULL CONSTRAINT lawyer_statements_month_check CHECK (extract(day FROM month) = 1),
    fee_cents bigint NOT NULL CONSTRAINT lawyer_statements_fee_cents_check CHECK (fee_cents BETWEEN 100 AND 1000000),
    made_at timestamptz NOT NULL,
    paid_on date,
    reference text CONSTRAINT lawyer_statements_reference_check CHECK (length(reference) BETWEEN 1 AND 100),
    recorded_at timestamptz,
    recorded_by integer REFERENCES users ON DELETE SET NULL,
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT lawyer_statements_lawyer_id_month_key UNIQUE (lawyer_id, month),
    CONSTRAINT lawyer_statements_paid_check CHECK (
        num_nulls(paid_on, reference, recorded_at) IN (0, 3) AND (paid_on IS NOT NULL OR recorded_by IS NULL)
    )
);
COMMENT ON TABLE lawyer_statements IS 'A lawyer''s fixed fee for a calendar month in the business time zone, at most one per lawyer and month.';
COMMENT ON COLUMN lawyer_statements.month IS 'First day of the month.';
COMMENT ON COLUMN lawyer_statements.fee_cents IS 'The monthly fee when the statement was made. It never changes.';
COMMENT ON COLUMN lawyer_statements.paid_on IS 'Day on which the money arrived. Null until staff recorded the payment.';
COMMENT ON COLUMN lawyer_statements.reference IS 'The bank''s reference or the number of a check.';
COMMENT ON COLUMN lawyer_statements.recorded_by IS 'Staff member who recorded the payment.';
CREATE INDEX lawyer_statements_month_index ON lawyer_statements (month);
CREATE INDEX lawyer_statements_recorded_by_index ON lawyer_statements (recorded_by) WHERE recorded_by IS NOT NULL;
