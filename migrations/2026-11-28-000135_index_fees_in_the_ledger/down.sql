DROP INDEX CONCURRENTLY IF EXISTS ledger_postings_fees_index;
