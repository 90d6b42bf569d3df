CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_postings_to_recover_index ON ledger_postings (entry_id) WHERE account = 'to_recover';
