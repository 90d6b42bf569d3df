ALTER TABLE cases DROP COLUMN driver_excused_at;
