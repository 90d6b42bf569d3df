ALTER TABLE cases
    ADD COLUMN replaced_amount text,
    ADD COLUMN replaced_points integer,
    ADD COLUMN replaced_due date;
COMMENT ON COLUMN cases.replaced_amount IS 'The ticket''s amount that the latest outcome replaced. A corrected outcome restores it.';
COMMENT ON COLUMN cases.replaced_points IS 'The ticket''s points that the latest outcome replaced.';
COMMENT ON COLUMN cases.replaced_due IS 'The ticket''s due date that the latest outcome replaced.';
