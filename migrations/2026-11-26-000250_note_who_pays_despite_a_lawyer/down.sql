ALTER TABLE payments DROP COLUMN despite_lawyer;
