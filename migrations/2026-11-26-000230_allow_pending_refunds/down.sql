COMMENT ON COLUMN refunds.asked_at IS 'When this key was first sent; the provider may forget it a day later.';
UPDATE refunds SET reason = 'by_staff' WHERE reason = 'charged_back_in_part';
ALTER TABLE refunds
    DROP CONSTRAINT refunds_reason_check,
    ADD CONSTRAINT refunds_reason_check CHECK (reason IN (
        'paid_twice', 'item_removed', 'paid_too_little', 'paid_too_much', 'hire_cancelled', 'by_staff', 'at_provider'
    ));
UPDATE payment_transactions SET status = 'Completed' WHERE status = 'Refund Pending';
ALTER TABLE payment_transactions
    DROP CONSTRAINT payment_transactions_status_check,
    ADD CONSTRAINT payment_transactions_status_check
        CHECK (status IN ('Completed', 'Refunded', 'Chargeback', 'Won', 'Charged Back'));
