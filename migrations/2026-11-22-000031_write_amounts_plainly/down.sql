-- The amounts are worth what they were; how they had been written is not kept.
SELECT 1;
