-- Drivers contest parking tickets and tolls too, as they do traffic tickets (docs/product/driving-record.md#items).
ALTER TABLE parking ADD COLUMN is_disputed boolean NOT NULL DEFAULT false;
ALTER TABLE tolls ADD COLUMN is_disputed boolean NOT NULL DEFAULT false;
