-- A payment may have several refunds, each with its own amount, reason, key and status.
CREATE TABLE refunds (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    payment_id integer NOT NULL REFERENCES payments ON DELETE RESTRICT,
    amount_cents bigint NOT NULL
        CONSTRAINT refunds_amount_cents_check CHECK (amount_cents > 0),
    reason text NOT NULL
        CONSTRAINT refunds_reason_check CHECK (reason IN (
            'paid_twice', 'item_removed', 'paid_too_little', 'paid_too_much', 'hire_cancelled', 'by_staff', 'at_provider'
        )),
    note text
        CONSTRAINT refunds_note_check CHECK (length(note) BETWEEN 1 AND 500),
    requested_by integer REFERENCES users ON DELETE RESTRICT,
    status text NOT NULL DEFAULT 'due'
        CONSTRAINT refunds_status_check CHECK (status IN (
            'due', 'pending', 'succeeded', 'refused', 'failed', 'paid_otherwise', 'called_off'
        )),
    idempotency_key text NOT NULL
        CONSTRAINT refunds_idempotency_key_key UNIQUE
        CONSTRAINT refunds_idempotency_key_check CHECK (length(idempotency_key) BETWEEN 1 AND 255),
    asked_at timestamptz,
    provider_refund_id text
        CONSTRAINT refunds_provider_refund_id_key UNIQUE,
    provider_words text,
    back_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT refunds_provider_check CHECK (
        status NOT IN ('pending', 'succeeded', 'failed') OR provider_refund_id IS NOT NULL
    ),
    CONSTRAINT refunds_back_at_check CHECK ((status IN ('succeeded', 'paid_otherwise')) = (back_at IS NOT NULL))
);
COMMENT ON TABLE refunds IS 'Money of a payment that goes back, whole or in part.';
COMMENT ON COLUMN refunds.note IS 'The reason in the words of staff, for the driver.';
COMMENT ON COLUMN refunds.requested_by IS 'Which of the staff asked for it; null when a rule did, or the provider.';
COMMENT ON COLUMN refunds.idempotency_key IS 'Sent with every call of one try; a refused try gets a new one.';
COMMENT ON COLUMN refunds.asked_at IS 'When this key was first sent; the provider may forget it a day later.';
COMMENT ON COLUMN refunds.provider_words IS 'Why the provider or the bank did not do it.';

CREATE INDEX refunds_payment_id_index ON refunds (payment_id, id DESC);
CREATE INDEX refunds_requested_by_index ON refunds (requested_by) WHERE requested_by IS NOT NULL;
CREATE INDEX refunds_open_index ON refunds (updated_at, id) WHERE status IN ('due', 'pending', 'refused', 'failed');
CREATE INDEX refunds_followed_index ON refunds (updated_at, id) WHERE status = 'succeeded';

ALTER TABLE payments ADD COLUMN refunded_cents bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN payments.refunded_cents IS 'What has gone back of the amount received: the sum of its refunds.';

-- Moves a payment's refund data to a row of its own. The idempotency key stays, so that a repeated call is the same refund.
INSERT INTO refunds (payment_id, amount_cents, reason, status, idempotency_key, asked_at, provider_refund_id, back_at, created_at, updated_at)
SELECT p.id, coalesce(p.amount_received_cents, p.amount_cents),
    CASE WHEN EXISTS (SELECT FROM lawyer_hires h WHERE h.payment_id = p.id) THEN 'hire_cancelled'
        WHEN EXISTS (SELECT FROM payment_transactions t WHERE t.payment_id = p.id) THEN 'at_provider'
        ELSE 'paid_twice' END,
    CASE WHEN p.provider_refund_id IS NULL THEN CASE p.status WHEN 'refunded' THEN 'paid_otherwise' ELSE 'due' END
        ELSE CASE p.status WHEN 'refund_due' THEN 'failed' WHEN 'refund_pending' THEN 'pending' ELSE 'succeeded' END END,
    p.idempotency_key || '-refund', p.updated_at, p.provider_refund_id,
    CASE p.status WHEN 'refunded' THEN p.updated_at END, p.updated_at, p.updated_at
FROM payments p
WHERE p.status IN ('refund_due', 'refund_pending', 'refunded');

UPDATE payments SET refunded_cents = coalesce(amount_received_cents, amount_cents),
    amount_received_cents = coalesce(amount_received_cents, amount_cents)
WHERE status = 'refunded';
UPDATE payments SET status = 'settled', settled_at = coalesce(settled_at, updated_at)
WHERE status IN ('refund_due', 'refund_pending')
    AND (EXISTS (SELECT FROM lawyer_hires h WHERE h.payment_id = payments.id)
        OR EXISTS (SELECT FROM payment_transactions t WHERE t.payment_id = payments.id));
UPDATE payments SET status = 'refund_due' WHERE status = 'refund_pending';

DROP INDEX payments_unfinished_index;
ALTER TABLE payments
    DROP COLUMN provider_refund_id,
    DROP CONSTRAINT payments_status_check,
    ADD CONSTRAINT payments_status_check CHECK (status IN (
        'creating', 'timed_out', 'open', 'cancelled', 'settled', 'refund_due', 'refunded'
    )),
    ADD CONSTRAINT payments_refunded_cents_check CHECK (
        refunded_cents BETWEEN 0 AND greatest(coalesce(amount_received_cents, 0), 0)
    );
CREATE INDEX payments_unfinished_index ON payments (updated_at, id) WHERE status IN ('creating', 'timed_out', 'open');
CREATE INDEX payments_refund_due_index ON payments (user_id) WHERE status IN ('refund_due', 'refunded');

-- Partial refunds also count in the list of transactions.
ALTER TABLE payment_transactions ADD COLUMN refunded_cents bigint NOT NULL DEFAULT 0
    CONSTRAINT payment_transactions_refunded_cents_check CHECK (refunded_cents BETWEEN 0 AND amount_cents);
COMMENT ON COLUMN payment_transactions.refunded_cents IS 'What of the amount has gone back.';
UPDATE payment_transactions SET refunded_cents = amount_cents WHERE status = 'Refunded';

ALTER TABLE tallies ADD COLUMN refunded_cents bigint NOT NULL DEFAULT 0;
DO $make$
DECLARE
    groups CONSTANT text := $$
        ('transactions', payment_type, status, NULL, amount_cents, processing_fee_cents, our_fee_cents, refunded_cents, true),
        ('transaction_labels', payment_type, status, violation_type, amount_cents, processing_fee_cents, our_fee_cents,
            refunded_cents, violation_type IS NOT NULL)$$;
    sums CONSTANT text := 'sum(sign), sum(sign * amount), sum(sign * fee), sum(sign * ours), sum(sign * refunded)';
    changed CONSTANT text := 'SELECT 1 AS sign, * FROM come UNION ALL SELECT -1, * FROM gone';
    tally CONSTANT text := format($tally$
        INSERT INTO tallies (list, kind, status, label, n, amount_cents, processing_fee_cents, our_fee_cents, refunded_cents)
        SELECT g.list, g.kind, g.status, g.label, %1$s FROM (%2$s) AS changed
        CROSS JOIN LATERAL (VALUES %3$s) AS g (list, kind, status, label, amount, fee, ours, refunded, is_in)
        WHERE g.is_in GROUP BY g.list, g.kind, g.status, g.label
        HAVING (%1$s) IS DISTINCT FROM (0, 0, 0, 0, 0)$tally$, sums, changed, groups);
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
    DELETE FROM tallies WHERE list IN ('transactions', 'transaction_labels');
    EXECUTE replace(tally, changed, 'SELECT 1 AS sign, * FROM payment_transactions');
END
$make$;
