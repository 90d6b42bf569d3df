-- The list of chargebacks: indexes for its orders and its search, and its tallies.
CREATE INDEX chargebacks_list_index ON chargebacks (status, is_answered, id);
CREATE INDEX chargebacks_list_by_due_index ON chargebacks (status, is_answered, coalesce(evidence_due_by, 'infinity'), id);
CREATE INDEX chargebacks_search_index ON chargebacks USING gin (lower(confirmation_number) gin_trgm_ops);

DO $make$
DECLARE
    sums CONSTANT text := 'sum(sign), sum(sign * amount_cents)';
    changed CONSTANT text := 'SELECT 1 AS sign, * FROM come UNION ALL SELECT -1, * FROM gone';
    tally CONSTANT text := format($tally$
        INSERT INTO tallies (list, status, is_solved, n, amount_cents, processing_fee_cents, our_fee_cents)
        SELECT 'chargebacks', status, is_answered, %1$s, 0, 0 FROM (%2$s) AS changed
        GROUP BY status, is_answered HAVING (%1$s) IS DISTINCT FROM (0, 0)$tally$, sums, changed);
BEGIN
    EXECUTE format($function$
        CREATE FUNCTION tally_chargebacks() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            IF TG_OP = 'INSERT' THEN %1$s;
            ELSIF TG_OP = 'DELETE' THEN %2$s;
            ELSIF TG_OP = 'UPDATE' THEN %3$s;
            ELSE DELETE FROM tallies WHERE list = 'chargebacks';
            END IF;
            RETURN NULL;
        END $body$;
        $function$,
        replace(tally, changed, 'SELECT 1 AS sign, * FROM come'),
        replace(tally, changed, 'SELECT -1 AS sign, * FROM gone'),
        tally);
END
$make$;
COMMENT ON FUNCTION tally_chargebacks IS 'Adds what a statement changed to tallies.';
CREATE TRIGGER chargebacks_tally_insert AFTER INSERT ON chargebacks REFERENCING NEW TABLE AS come
    FOR EACH STATEMENT EXECUTE FUNCTION tally_chargebacks();
CREATE TRIGGER chargebacks_tally_delete AFTER DELETE ON chargebacks REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION tally_chargebacks();
CREATE TRIGGER chargebacks_tally_update AFTER UPDATE ON chargebacks REFERENCING NEW TABLE AS come OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION tally_chargebacks();
CREATE TRIGGER chargebacks_tally_truncate AFTER TRUNCATE ON chargebacks
    FOR EACH STATEMENT EXECUTE FUNCTION tally_chargebacks();
COMMENT ON COLUMN tallies.list IS 'users, vehicle_updates, status_requests, hires, transactions, chargebacks, reports, inquiries or texts; hire_labels and transaction_labels by violation.';
