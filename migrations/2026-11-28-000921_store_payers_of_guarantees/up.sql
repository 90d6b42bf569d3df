ALTER TABLE refunds
    ADD COLUMN guarantee_payer text,
    ADD CONSTRAINT refunds_guarantee_payer_check CHECK (guarantee_payer IN ('operator', 'lawyer')) NOT VALID;
COMMENT ON COLUMN refunds.guarantee_payer IS 'Who pays a refund of the guarantee. Null for other refunds, and for those from before this column.';
