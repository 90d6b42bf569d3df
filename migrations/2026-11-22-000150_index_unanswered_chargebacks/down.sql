DROP INDEX CONCURRENTLY IF EXISTS chargebacks_unanswered_index;
