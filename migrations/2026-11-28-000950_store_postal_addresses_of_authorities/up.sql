-- The address to which drivers send letters that contest an item (docs/product/contesting.md#the-letter).
ALTER TABLE authorities
    ADD COLUMN postal_address text,
    ADD CONSTRAINT authorities_postal_address_check CHECK (length(postal_address) BETWEEN 1 AND 500) NOT VALID;
COMMENT ON COLUMN authorities.postal_address IS 'Address for letters of drivers, on several lines.';
