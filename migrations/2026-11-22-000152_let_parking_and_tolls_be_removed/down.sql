ALTER TABLE tolls DROP COLUMN removed_at, DROP COLUMN removed_by, DROP COLUMN removal_result;
ALTER TABLE parking DROP COLUMN removed_at, DROP COLUMN removed_by, DROP COLUMN removal_result;
