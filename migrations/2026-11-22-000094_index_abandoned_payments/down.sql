DROP INDEX CONCURRENTLY IF EXISTS payments_abandoned_index;
