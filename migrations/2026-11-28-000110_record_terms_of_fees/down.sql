UPDATE refunds SET reason = 'hire_cancelled' WHERE reason IN ('not_signed', 'unearned', 'guarantee');
ALTER TABLE refunds
    DROP CONSTRAINT refunds_reason_check,
    ADD CONSTRAINT refunds_reason_check CHECK (reason IN (
        'paid_twice', 'item_removed', 'paid_too_little', 'paid_too_much', 'lawyer_hired', 'hire_cancelled', 'no_lawyer', 'by_staff',
        'at_provider', 'charged_back_in_part'
    ));
ALTER TABLE cases
    DROP COLUMN guarantee_misdemeanor,
    DROP COLUMN guarantee_infraction,
    DROP COLUMN fee_appearance_percent,
    DROP COLUMN fee_mode,
    DROP COLUMN fee_price_cents;
