ALTER TABLE users DROP COLUMN plate_from, DROP COLUMN plate_until;
