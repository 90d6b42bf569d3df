-- A check that has been validated may stay so.
SELECT 1;
