ALTER TABLE cases DROP COLUMN replaced_amount, DROP COLUMN replaced_points, DROP COLUMN replaced_due;
