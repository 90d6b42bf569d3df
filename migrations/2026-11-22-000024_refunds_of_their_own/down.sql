-- A payment again has the data of its newest refund. Partial refunds are lost.
ALTER TABLE tallies DROP COLUMN refunded_cents;
DO $make$
DECLARE
    groups CONSTANT text := $$
        ('transactions', payment_type, status, NULL, amount_cents, processing_fee_cents, our_fee_cents, true),
        ('transaction_labels', payment_type, status, violation_type, amount_cents, processing_fee_cents, our_fee_cents,
            violation_type IS NOT NULL)$$;
    sums CONSTANT text := 'sum(sign), sum(sign * amount), sum(sign * fee), sum(sign * ours)';
    changed CONSTANT text := 'SELECT 1 AS sign, * FROM come UNION ALL SELECT -1, * FROM gone';
    tally CONSTANT text := format($tally$
        INSERT INTO tallies (list, kind, status, label, n, amount_cents, processing_fee_cents, our_fee_cents)
        SELECT g.list, g.kind, g.status, g.label, %1$s FROM (%2$s) AS changed
        CROSS JOIN LATERAL (VALUES %3$s) AS g (list, kind, status, label, amount, fee, ours, is_in)
        WHERE g.is_in GROUP BY g.list, g.kind, g.status, g.label
        HAVING (%1$s) IS DISTINCT FROM (0, 0, 0, 0)$tally$, sums, changed, groups);
BEGIN
    EXECUTE format($function$
        CREATE OR REPLACE FUNCTION tally_payment_transactions() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            IF TG_OP = 'INSERT' THEN %1$s;
            ELSIF TG_OP = 'DELETE' THEN %2$s;
            ELSIF TG_OP = 'UPDATE' THEN %3$s;
            ELSE DELETE FROM tallies WHERE list IN ('transactions', 'transaction_labels');
            END IF;
            RETURN NULL;
        END $body$;
        $function$,
        replace(tally, changed, 'SELECT 1 AS sign, * FROM come'),
        replace(tally, changed, 'SELECT -1 AS sign, * FROM gone'),
        tally);
END
$make$;
ALTER TABLE payment_transactions DROP COLUMN refunded_cents;

DROP INDEX payments_refund_due_index, payments_unfinished_index;
ALTER TABLE payments
    DROP CONSTRAINT payments_refunded_cents_check,
    DROP CONSTRAINT payments_status_check,
    DROP COLUMN refunded_cents,
    ADD COLUMN provider_refund_id text CONSTRAINT payments_provider_refund_id_key UNIQUE,
    ADD CONSTRAINT payments_status_check CHECK (status IN (
        'creating', 'timed_out', 'open', 'cancelled', 'settled', 'refund_due', 'refund_pending', 'refunded'
    ));
UPDATE payments SET provider_refund_id = refunds.provider_refund_id,
    status = CASE refunds.status WHEN 'pending' THEN 'refund_pending' WHEN 'succeeded' THEN 'refunded'
        WHEN 'paid_otherwise' THEN 'refunded' ELSE 'refund_due' END
FROM refunds
WHERE refunds.payment_id = payments.id AND refunds.amount_cents = payments.amount_received_cents AND refunds.status <> 'called_off'
    AND refunds.id = (SELECT max(newest.id) FROM refunds newest WHERE newest.payment_id = payments.id);
CREATE INDEX payments_unfinished_index ON payments (updated_at, id)
    WHERE status IN ('creating', 'timed_out', 'open', 'refund_due', 'refund_pending');
DROP TABLE refunds;
