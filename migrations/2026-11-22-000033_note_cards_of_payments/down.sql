ALTER TABLE payments
    DROP CONSTRAINT payments_card_check,
    DROP COLUMN card_brand,
    DROP COLUMN card_last_four;
