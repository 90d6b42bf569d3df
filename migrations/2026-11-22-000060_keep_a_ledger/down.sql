DROP TABLE ledger_postings;
DROP TABLE ledger_entries;
DROP FUNCTION check_ledger_entry;
