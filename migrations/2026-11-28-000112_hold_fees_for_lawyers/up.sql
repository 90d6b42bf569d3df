CREATE TABLE ledger_changes (
    name text PRIMARY KEY CONSTRAINT ledger_changes_name_check CHECK (name IN ('lawyers_owed')),
    since timestamptz NOT NULL
);
COMMENT ON TABLE ledger_changes IS 'When the meaning of an account changed. Older entries stay as they are.';
COMMENT ON COLUMN ledger_changes.name IS 'lawyers_owed: the account lawyers became a liability; before, it was our revenue.';
INSERT INTO ledger_changes VALUES ('lawyers_owed', now());

-- Two more accounts and one more kind of entries. The new checks replace the old ones at once.
ALTER TABLE ledger_entries
    DROP CONSTRAINT ledger_entries_kind_check,
    ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
        'charge', 'refund', 'refund_failed', 'paid_otherwise', 'chargeback', 'lost', 'regained', 'moved', 'provider_fee',
        'payout', 'in_question', 'remitted', 'recovered', 'written_off', 'allocated'
    )) NOT VALID;
ALTER TABLE ledger_postings
    DROP CONSTRAINT ledger_postings_account_check,
    ADD CONSTRAINT ledger_postings_account_check CHECK (account IN (
        'provider', 'bank', 'with_banks', 'traffic_fines', 'parking_fines', 'tolls', 'lawyers', 'to_return', 'provider_fees',
        'chargeback_fees', 'in_question', 'to_recover', 'written_off', 'legal_fees', 'guarantees'
    )) NOT VALID;
