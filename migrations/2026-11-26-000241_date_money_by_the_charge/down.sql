ALTER TABLE lawyer_hires DROP COLUMN recorded_at;
ALTER TABLE payment_transactions DROP COLUMN recorded_at;
ALTER TABLE payments DROP COLUMN charged_at;
COMMENT ON COLUMN lawyer_hires.created_at IS NULL;
COMMENT ON COLUMN payment_transactions.created_at IS NULL;
COMMENT ON COLUMN payments.settled_at IS NULL;
