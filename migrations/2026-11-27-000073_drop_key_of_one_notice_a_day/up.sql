-- notices_batch_key has taken its place.
DROP INDEX CONCURRENTLY IF EXISTS notices_once_key;
