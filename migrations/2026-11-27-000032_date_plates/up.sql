ALTER TABLE users ADD COLUMN plate_from date, ADD COLUMN plate_until date;
COMMENT ON COLUMN users.plate_from IS 'The day on which the driver got the plate; null means one year before it was verified.';
COMMENT ON COLUMN users.plate_until IS 'The last day on which the plate was the driver''s; null while it is.';
