-- The values of the amounts are unchanged. Their original spelling is lost.
SELECT 1;
