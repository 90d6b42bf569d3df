-- A constraint that was validated does no harm.
SELECT 1;
