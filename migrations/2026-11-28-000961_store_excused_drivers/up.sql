ALTER TABLE cases ADD COLUMN driver_excused_at timestamptz;
COMMENT ON COLUMN cases.driver_excused_at IS 'When the lawyer recorded that they go to court alone. NULL if the driver must come.';
