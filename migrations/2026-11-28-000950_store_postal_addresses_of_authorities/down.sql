ALTER TABLE authorities DROP COLUMN postal_address;
