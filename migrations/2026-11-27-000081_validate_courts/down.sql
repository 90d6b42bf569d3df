-- A constraint that is valid may stay so.
SELECT 1;
