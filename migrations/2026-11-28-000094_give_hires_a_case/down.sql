-- The cases go with their table.
SELECT 1;
