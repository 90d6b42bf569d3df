-- The index notices_batch_key replaces this one.
DROP INDEX CONCURRENTLY IF EXISTS notices_once_key;
