DROP TRIGGER ledger_postings_balance_added ON ledger_postings;
CREATE OR REPLACE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entry bigint := CASE TG_TABLE_NAME WHEN 'ledger_entries' THEN (to_jsonb(NEW) ->> 'id')::bigint
        ELSE (to_jsonb(NEW) ->> 'entry_id')::bigint END;
    total numeric;
BEGIN
    SELECT sum(amount_cents) INTO total FROM ledger_postings WHERE entry_id = entry;
    IF total IS DISTINCT FROM 0 THEN
        RAISE EXCEPTION 'ledger entry % does not sum to zero', entry
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balance_check';
    END IF;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION check_ledger_entry IS 'Refuses an entry whose lines do not sum to zero.';
CREATE CONSTRAINT TRIGGER ledger_postings_balance AFTER INSERT ON ledger_postings
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();
DROP FUNCTION check_added_postings;
