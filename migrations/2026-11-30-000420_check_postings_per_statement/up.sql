-- One statement adds all postings of a ledger entry (docs/adr/0011-a-ledger-beside-the-payments.md). So one check per
-- statement replaces one per posting. An entry without postings is still found at the commit.
-- First the strongest lock on the table, so that no other transaction can deadlock with this one.
DROP TRIGGER ledger_postings_balance ON ledger_postings;
CREATE FUNCTION check_added_postings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entry bigint := (SELECT entry_id FROM added GROUP BY entry_id HAVING sum(amount_cents) <> 0 LIMIT 1);
BEGIN
    IF entry IS NOT NULL THEN
        RAISE EXCEPTION 'ledger entry % does not sum to zero', entry
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balance_check';
    END IF;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION check_added_postings IS 'Refuses postings whose entry does not sum to zero.';
CREATE TRIGGER ledger_postings_balance_added AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION check_added_postings();
CREATE OR REPLACE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM ledger_postings WHERE entry_id = NEW.id) THEN
        RAISE EXCEPTION 'ledger entry % does not sum to zero', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balance_check';
    END IF;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION check_ledger_entry IS 'Refuses an entry without postings.';
