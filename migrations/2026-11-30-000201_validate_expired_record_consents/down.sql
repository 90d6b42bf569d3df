-- A validated constraint may stay validated.
SELECT 1;
