ALTER TABLE payments DROP COLUMN is_processing;
