ALTER TABLE cases
    ADD COLUMN fee_price_cents bigint,
    ADD COLUMN fee_mode text,
    ADD COLUMN fee_appearance_percent integer,
    ADD COLUMN guarantee_infraction text,
    ADD COLUMN guarantee_misdemeanor text,
    ADD CONSTRAINT cases_fee_mode_check CHECK (fee_mode IN ('law_firm', 'registered_service', 'off')) NOT VALID,
    ADD CONSTRAINT cases_fee_check CHECK (fee_price_cents > 0 AND fee_appearance_percent BETWEEN 0 AND 100) NOT VALID,
    ADD CONSTRAINT cases_guarantee_check CHECK (guarantee_infraction IN ('operator', 'lawyer', 'nobody')
        AND guarantee_misdemeanor IN ('operator', 'nobody')) NOT VALID,
    ADD CONSTRAINT cases_fee_complete_check CHECK (num_nulls(fee_price_cents, fee_mode, fee_appearance_percent,
        guarantee_infraction, guarantee_misdemeanor) IN (0, 5)) NOT VALID;
COMMENT ON COLUMN cases.fee_price_cents IS 'Price that the driver paid. With the next columns: the terms of the fee when the driver paid. Null if staff decide about the money.';
COMMENT ON COLUMN cases.fee_mode IS 'Who holds the fee until the lawyer has earned it.';
COMMENT ON COLUMN cases.fee_appearance_percent IS 'Part of the fee that an appearance earns.';
COMMENT ON COLUMN cases.guarantee_infraction IS 'Who pays the price of a lost infraction back.';
COMMENT ON COLUMN cases.guarantee_misdemeanor IS 'Who pays the price of a lost misdemeanor back.';

ALTER TABLE refunds
    DROP CONSTRAINT refunds_reason_check,
    ADD CONSTRAINT refunds_reason_check CHECK (reason IN (
        'paid_twice', 'item_removed', 'paid_too_little', 'paid_too_much', 'lawyer_hired', 'hire_cancelled', 'no_lawyer', 'not_signed',
        'unearned', 'guarantee', 'by_staff', 'at_provider', 'charged_back_in_part'
    )) NOT VALID;
