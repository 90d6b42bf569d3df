ALTER TABLE parking ADD COLUMN is_settled_unpaid boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN parking.is_settled_unpaid IS 'A file says that nothing is owed and that nothing was paid, such as after a hearing that cleared the driver.';
