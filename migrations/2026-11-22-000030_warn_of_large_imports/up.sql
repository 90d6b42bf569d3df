ALTER TABLE imports
    ADD COLUMN large_lines integer NOT NULL DEFAULT 0,
    ADD COLUMN estimated_lines integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN imports.large_lines IS 'New lines with an amount so large that staff are asked once more.';
COMMENT ON COLUMN imports.estimated_lines IS 'New lines with words for their amount: it is estimated.';
