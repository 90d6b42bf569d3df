-- Allows pending refunds of payments that have a transaction, and of the rest after a partial chargeback.
ALTER TABLE payment_transactions
    DROP CONSTRAINT payment_transactions_status_check,
    ADD CONSTRAINT payment_transactions_status_check
        CHECK (status IN ('Completed', 'Refund Pending', 'Refunded', 'Chargeback', 'Won', 'Charged Back')) NOT VALID;
ALTER TABLE refunds
    DROP CONSTRAINT refunds_reason_check,
    ADD CONSTRAINT refunds_reason_check CHECK (reason IN (
        'paid_twice', 'item_removed', 'paid_too_little', 'paid_too_much', 'hire_cancelled', 'by_staff', 'at_provider',
        'charged_back_in_part'
    )) NOT VALID;
COMMENT ON COLUMN refunds.asked_at IS
    'When this key was first sent; the provider may forget it a day later. Null of a refused one: staff must decide, the provider was never asked.';
