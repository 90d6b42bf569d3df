ALTER TABLE ledger_entries
    DROP CONSTRAINT ledger_entries_kind_check,
    ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
        'charge', 'refund', 'refund_failed', 'paid_otherwise', 'chargeback', 'lost', 'regained', 'moved', 'provider_fee',
        'payout', 'in_question', 'remitted', 'recovered', 'written_off'
    ));
ALTER TABLE ledger_postings
    DROP CONSTRAINT ledger_postings_account_check,
    ADD CONSTRAINT ledger_postings_account_check CHECK (account IN (
        'provider', 'bank', 'with_banks', 'traffic_fines', 'parking_fines', 'tolls', 'lawyers', 'to_return', 'provider_fees',
        'chargeback_fees', 'in_question', 'to_recover', 'written_off'
    ));
DROP TABLE ledger_changes;
