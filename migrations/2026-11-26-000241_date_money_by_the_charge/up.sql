-- Money is dated by the time of the card charge. The time at which it was recorded is stored in another column.
ALTER TABLE payments ADD COLUMN charged_at timestamptz;
COMMENT ON COLUMN payments.charged_at IS 'When the provider charged the card; null for money that came in before this was stored.';
COMMENT ON COLUMN payments.settled_at IS 'When the settlement was recorded.';

ALTER TABLE payment_transactions ADD COLUMN recorded_at timestamptz;
COMMENT ON COLUMN payment_transactions.created_at IS 'When the card was charged.';
COMMENT ON COLUMN payment_transactions.recorded_at IS 'When it was recorded; null where created_at is that time.';

ALTER TABLE lawyer_hires ADD COLUMN recorded_at timestamptz;
COMMENT ON COLUMN lawyer_hires.created_at IS 'When the card was charged.';
COMMENT ON COLUMN lawyer_hires.recorded_at IS 'When it was recorded; null where created_at is that time. The time to cancel starts here.';
