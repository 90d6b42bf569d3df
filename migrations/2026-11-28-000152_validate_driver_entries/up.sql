ALTER TABLE tickets VALIDATE CONSTRAINT tickets_driver_entry_check;
ALTER TABLE parking VALIDATE CONSTRAINT parking_driver_entry_check;
ALTER TABLE tolls VALIDATE CONSTRAINT tolls_driver_entry_check;
