ALTER TABLE imports DROP COLUMN large_lines, DROP COLUMN estimated_lines;
