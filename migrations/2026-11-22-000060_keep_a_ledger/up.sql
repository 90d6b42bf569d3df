-- The ledger: every movement of money, posted once, with lines that sum to zero. Entries never change.
CREATE TABLE ledger_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL
        CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
            'charge', 'refund', 'refund_failed', 'paid_otherwise', 'chargeback', 'lost', 'regained', 'moved', 'provider_fee',
            'payout', 'in_question'
        )),
    source text NOT NULL
        CONSTRAINT ledger_entries_source_key UNIQUE
        CONSTRAINT ledger_entries_source_check CHECK (length(source) BETWEEN 1 AND 300),
    subject text
        CONSTRAINT ledger_entries_subject_check CHECK (length(subject) BETWEEN 1 AND 255),
    payment_id integer REFERENCES payments ON DELETE RESTRICT,
    happened_at timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE ledger_entries IS 'What moved money, once each. Append-only.';
COMMENT ON COLUMN ledger_entries.source IS 'Where it comes from, such as refund:re_1: unique, so that nothing is posted twice.';
COMMENT ON COLUMN ledger_entries.subject IS 'The provider''s id of what it is about; both sides are compared by it.';
COMMENT ON COLUMN ledger_entries.happened_at IS 'When the money moved, by the provider''s clock where it is known.';

CREATE INDEX ledger_entries_payment_id_index ON ledger_entries (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX ledger_entries_subject_index ON ledger_entries (subject) WHERE subject IS NOT NULL;
CREATE INDEX ledger_entries_happened_at_index ON ledger_entries (happened_at);

CREATE TABLE ledger_postings (
    entry_id bigint NOT NULL REFERENCES ledger_entries ON DELETE RESTRICT,
    account text NOT NULL
        CONSTRAINT ledger_postings_account_check CHECK (account IN (
            'provider', 'bank', 'with_banks', 'traffic_fines', 'parking_fines', 'tolls', 'lawyers', 'to_return', 'provider_fees',
            'chargeback_fees', 'in_question'
        )),
    amount_cents bigint NOT NULL
        CONSTRAINT ledger_postings_amount_cents_check CHECK (amount_cents <> 0),
    PRIMARY KEY (entry_id, account)
);
COMMENT ON TABLE ledger_postings IS 'The lines of an entry, one for each account; together zero. Append-only.';
COMMENT ON COLUMN ledger_postings.amount_cents IS 'A debit is positive, a credit negative.';

-- Checked at the commit: an entry has lines, and they sum to zero.
CREATE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();
CREATE CONSTRAINT TRIGGER ledger_postings_balance AFTER INSERT ON ledger_postings
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();

CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Movements before the ledger existed: charges, refunds, and refunds that staff paid in another way. Chargebacks are posted when the
-- provider is next queried for them, and its fees when the books are first matched.
CREATE TEMPORARY TABLE moved_before ON COMMIT DROP AS
WITH came AS (
    SELECT p.id, p.kind, p.status, p.provider_intent_id AS intent, p.amount_received_cents AS amount,
        coalesce(p.settled_at, p.updated_at) AS at,
        p.settled_at IS NOT NULL AND (h.payment_id IS NULL OR h.status <> 'Cancelled') AS pays
    FROM payments p LEFT JOIN lawyer_hires h ON h.payment_id = p.id
    WHERE p.status IN ('settled', 'refund_due', 'refunded', 'charged_back') AND p.amount_received_cents > 0
), owned AS (
    SELECT came.*, CASE WHEN NOT pays THEN 'to_return' ELSE
        CASE kind WHEN 'ticket' THEN 'traffic_fines' WHEN 'parking' THEN 'parking_fines' WHEN 'toll' THEN 'tolls' ELSE 'lawyers' END
        END AS account
    FROM came
), went AS (
    SELECT r.*, o.account, o.status AS payment_status FROM refunds r JOIN owned o ON o.id = r.payment_id
)
SELECT 'charge' AS kind, 'charge:' || intent AS source, intent AS subject, id AS payment_id, at, 'provider' AS debit,
    account AS credit, amount
FROM owned
UNION ALL
SELECT 'refund', 'refund:' || provider_refund_id, provider_refund_id, payment_id, coalesce(back_at, asked_at, created_at),
    account, 'provider', amount_cents
FROM went WHERE provider_refund_id IS NOT NULL AND status IN ('pending', 'succeeded', 'failed', 'paid_otherwise')
UNION ALL
SELECT 'refund_failed', 'refund_failed:' || provider_refund_id, provider_refund_id, payment_id, updated_at,
    'provider', CASE payment_status WHEN 'settled' THEN account ELSE 'to_return' END, amount_cents
FROM went WHERE provider_refund_id IS NOT NULL AND status IN ('failed', 'paid_otherwise')
UNION ALL
SELECT 'paid_otherwise', 'paid_otherwise:' || id, NULL, payment_id, coalesce(back_at, updated_at),
    CASE payment_status WHEN 'settled' THEN account ELSE 'to_return' END, 'bank', amount_cents
FROM went WHERE status = 'paid_otherwise';

INSERT INTO ledger_entries (kind, source, subject, payment_id, happened_at)
SELECT kind, source, subject, payment_id, at FROM moved_before ORDER BY at, source;
INSERT INTO ledger_postings (entry_id, account, amount_cents)
SELECT e.id, line.account, line.amount
FROM moved_before m JOIN ledger_entries e USING (source)
CROSS JOIN LATERAL (VALUES (m.debit, m.amount), (m.credit, -m.amount)) AS line (account, amount);
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
DROP TABLE moved_before;

REVOKE UPDATE, DELETE, TRUNCATE ON ledger_entries, ledger_postings FROM PUBLIC, CURRENT_USER;
-- A posting's foreign key locks its entry, which needs the UPDATE privilege on some column. An identity column can't be set.
GRANT UPDATE (id) ON ledger_entries TO CURRENT_USER;
