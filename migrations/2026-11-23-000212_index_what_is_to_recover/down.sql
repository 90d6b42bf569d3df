DROP INDEX CONCURRENTLY IF EXISTS ledger_postings_to_recover_index;
