ALTER TABLE payments
    ADD COLUMN card_brand text CONSTRAINT payments_card_brand_check CHECK (length(card_brand) BETWEEN 1 AND 30),
    ADD COLUMN card_last_four text CONSTRAINT payments_card_last_four_check CHECK (card_last_four ~ '^[0-9]{4}$'),
    ADD CONSTRAINT payments_card_check CHECK ((card_brand IS NULL) = (card_last_four IS NULL));
COMMENT ON COLUMN payments.card_brand IS 'The card''s brand, as people read it; none until the provider has told.';
COMMENT ON COLUMN payments.card_last_four IS 'The card''s last four digits.';
