ALTER TABLE payment_transactions DROP CONSTRAINT payment_transactions_status_check;
UPDATE payment_transactions SET status = 'Completed' WHERE status IN ('Chargeback', 'Won', 'Charged Back');
ALTER TABLE payment_transactions
    ADD CONSTRAINT payment_transactions_status_check CHECK (status IN ('Completed', 'Refunded'));

DROP INDEX payments_refund_due_index;
ALTER TABLE payments DROP CONSTRAINT payments_status_check;
UPDATE payments SET status = CASE WHEN settled_at IS NULL THEN 'refund_due' ELSE 'settled' END WHERE status = 'charged_back';
ALTER TABLE payments ADD CONSTRAINT payments_status_check CHECK (status IN (
    'creating', 'timed_out', 'open', 'cancelled', 'settled', 'refund_due', 'refunded'
));
CREATE INDEX payments_refund_due_index ON payments (user_id) WHERE status IN ('refund_due', 'refunded');

DROP TABLE provider_reads;
DROP TABLE chargebacks;
