CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_postings_fees_index ON ledger_postings (account, entry_id) INCLUDE (amount_cents)
    WHERE account IN ('lawyers', 'legal_fees');
