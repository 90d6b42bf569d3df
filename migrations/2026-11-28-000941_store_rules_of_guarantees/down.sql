ALTER TABLE cases DROP COLUMN guarantee_rule;
