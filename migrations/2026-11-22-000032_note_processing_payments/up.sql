ALTER TABLE payments ADD COLUMN is_processing boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN payments.is_processing IS
    'The driver''s bank is working on it, by the provider''s last word. It counts while the payment is live.';
