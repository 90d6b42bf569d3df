-- A validated constraint needs nothing undone.
SELECT 1;
