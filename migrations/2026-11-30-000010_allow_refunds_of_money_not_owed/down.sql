UPDATE refunds SET reason = 'paid_twice' WHERE reason = 'nothing_owed';
ALTER TABLE refunds
    DROP CONSTRAINT refunds_reason_check,
    ADD CONSTRAINT refunds_reason_check CHECK (reason IN (
        'paid_twice', 'item_removed', 'paid_too_little', 'paid_too_much', 'lawyer_hired', 'hire_cancelled', 'no_lawyer', 'not_signed',
        'unearned', 'guarantee', 'by_staff', 'at_provider', 'charged_back_in_part'
    ));
