ALTER TABLE tolls DROP COLUMN is_disputed;
ALTER TABLE parking DROP COLUMN is_disputed;
