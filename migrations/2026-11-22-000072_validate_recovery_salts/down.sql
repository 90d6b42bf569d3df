-- A validated check may stay validated.
SELECT 1;
