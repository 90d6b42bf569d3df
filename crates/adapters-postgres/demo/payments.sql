-- Payments for a development database: a settled payment for each paid item and each hire, with its transaction, ledger
-- entries, remittance and balance changes at the provider. Amounts and times are those of the items and hires, which the
-- other files insert first. Newer rows have higher ids.

CREATE TEMPORARY TABLE demo_paid ON COMMIT DROP AS
SELECT kind, ticket_id, parking_id, toll_id, hire_id, user_id, label, at,
    coalesce(cents, (replace(substr(amount, 2), ',', '')::numeric * 100)::bigint) AS cents,
    coalesce(number, 'CONF-' || left(translate(upper(md5(kind || coalesce(ticket_id, parking_id, toll_id))), '01', 'XZ'), 10)) AS number
FROM (
    SELECT 'ticket' AS kind, id AS ticket_id, NULL::integer AS parking_id, NULL::integer AS toll_id, NULL::integer AS hire_id, user_id,
        violation_type AS label, paid_at AS at, amount, NULL::bigint AS cents, NULL AS number
    FROM tickets WHERE is_paid
    UNION ALL
    SELECT 'parking', NULL, id, NULL, NULL, user_id, violation_type, paid_at, amount, NULL, NULL FROM parking WHERE is_paid
    UNION ALL
    SELECT 'toll', NULL, NULL, id, NULL, user_id, toll_road, paid_at, amount, NULL, NULL FROM tolls WHERE is_paid
    UNION ALL
    SELECT 'lawyer', ticket_id, NULL, NULL, id, user_id, violation_type, created_at, NULL, amount_cents, confirmation_number
    FROM lawyer_hires
) AS paid;

INSERT INTO payments (user_id, kind, ticket_id, parking_id, toll_id, amount_cents, amount_received_cents, status, idempotency_key,
    confirmation_number, provider_intent_id, card_brand, card_last_four, created_at, charged_at, settled_at, updated_at)
SELECT user_id, kind, ticket_id, parking_id, toll_id, cents, cents, 'settled', 'demo-' || number, number,
    'pi_demo' || row_number() OVER (ORDER BY at, number), 'visa', '4242', at - interval '1 minute', at, at, at
FROM demo_paid ORDER BY at, number;

INSERT INTO payment_transactions (user_id, payment_id, payment_type, ticket_id, parking_id, toll_id, violation_type, amount_cents,
    processing_fee_cents, our_fee_cents, confirmation_number, created_at, recorded_at)
SELECT p.user_id, p.id, CASE p.kind WHEN 'ticket' THEN 'traffic_ticket' ELSE p.kind END, p.ticket_id, p.parking_id, p.toll_id, label,
    cents, 299, 299, number, at, at
FROM demo_paid JOIN payments p ON p.confirmation_number = number WHERE p.kind <> 'lawyer' ORDER BY p.id;
UPDATE lawyer_hires SET payment_id = p.id, recorded_at = p.charged_at
FROM demo_paid JOIN payments p ON p.confirmation_number = number WHERE lawyer_hires.id = hire_id;

-- The courts, cities and toll agencies that issued the paid items and the tickets with a hire.
UPDATE parking SET issuer = 'City of Austin' WHERE user_id = 2 AND is_paid;
CREATE TEMPORARY TABLE demo_authorities ON COMMIT DROP AS
SELECT issuer AS name, 'court' AS kind, NULL AS other_name, users.state
FROM tickets JOIN users ON users.id = user_id WHERE issuer IS NOT NULL
UNION
SELECT issuer, 'city', NULL, users.state FROM parking JOIN users ON users.id = user_id WHERE issuer IS NOT NULL
UNION
SELECT toll_road || ' Authority', 'toll_agency', toll_road, NULL FROM tolls WHERE is_paid
UNION
SELECT 'Austin Municipal Court', 'court', 'Austin Police Department', 'Texas';

INSERT INTO authorities (name, kind, also_called, pay_to, postal_address, state)
SELECT name, kind, array_remove(ARRAY[other_name], NULL), 'ACH, with the remittance''s number as the reference',
    name || E'\nPO Box 100\nAnytown', state
FROM demo_authorities ORDER BY name;
INSERT INTO authority_names (key, authority_id)
SELECT regexp_replace(lower(called), '[^a-z0-9]', '', 'g'), id
FROM authorities CROSS JOIN LATERAL unnest(name || also_called) AS called;
UPDATE tickets SET court_id = a.id, court_state = a.state FROM authorities a WHERE a.name = issuer AND a.kind = 'court';

-- The obligations of payments to authorities. The money must be sent within two business days, which are 48 hours without
-- Saturdays and Sundays. The loader sets the session's time zone to the business time zone.
INSERT INTO obligations (payment_id, authority_id, issuer, issuer_key, status, charged_at, send_by)
SELECT id, authority_id, issuer, issuer_key, 'owed', charged_at,
    (CASE WHEN weekday > 5 THEN date_trunc('day', local) + (10 - weekday) * interval '1 day'
        WHEN weekday > 3 THEN local + interval '4 days' ELSE local + interval '2 days' END) AT TIME ZONE current_setting('TimeZone')
FROM (
    SELECT p.id, charged_at, named AS issuer, regexp_replace(lower(named), '[^a-z0-9]', '', 'g') AS issuer_key,
        charged_at AT TIME ZONE current_setting('TimeZone') AS local,
        extract(isodow FROM charged_at AT TIME ZONE current_setting('TimeZone'))::integer AS weekday
    FROM payments p LEFT JOIN tickets ON tickets.id = p.ticket_id LEFT JOIN parking ON parking.id = p.parking_id
        LEFT JOIN tolls ON tolls.id = p.toll_id
        CROSS JOIN LATERAL coalesce(tickets.issuer, parking.issuer, issuing_officer_agency, toll_road) AS named
    WHERE p.kind <> 'lawyer'
) AS owed JOIN authority_names ON key = issuer_key;

-- The payments of one driver for two tickets were refunded before the money was sent, so both tickets are due again. The
-- payment of the canceled hire was refunded too.
INSERT INTO refunds (payment_id, amount_cents, reason, note, requested_by, status, idempotency_key, asked_at, provider_refund_id, back_at,
    created_at, updated_at)
SELECT payments.id, payments.amount_cents, CASE WHEN hires.id IS NULL THEN 'by_staff' ELSE 'hire_cancelled' END,
    CASE WHEN hires.id IS NULL THEN 'You asked to pay this ticket later.' END, CASE WHEN hires.id IS NULL THEN 1 END, 'succeeded',
    idempotency_key || '-refund', at, 're_demo' || payments.id, at, at, at
FROM payments LEFT JOIN lawyer_hires hires ON hires.payment_id = payments.id AND hires.status = 'Cancelled'
    CROSS JOIN LATERAL (SELECT charged_at + interval '5 hours' AS at) AS refunded
WHERE payments.user_id = 30 AND kind = 'ticket' OR hires.id IS NOT NULL;
UPDATE payments SET status = 'refunded', refunded_cents = amount_received_cents FROM refunds WHERE refunds.payment_id = payments.id;
UPDATE payment_transactions SET status = 'Refunded', refunded_cents = refunds.amount_cents
FROM refunds WHERE refunds.payment_id = payment_transactions.payment_id;
UPDATE tickets SET is_paid = false, paid_at = NULL
FROM refunds JOIN payments ON payments.id = refunds.payment_id WHERE tickets.id = payments.ticket_id;

-- A bank withdrew the payment for one ticket, and hasn't decided the chargeback yet.
INSERT INTO chargebacks (payment_id, user_id, confirmation_number, provider_id, amount_cents, reason, evidence_due_by, status,
    is_withdrawn, opened_at)
SELECT id, user_id, confirmation_number, 'du_demo' || id, amount_cents, 'fraudulent', now() + interval '9 days', 'needs_response',
    true, now() - interval '2 hours'
FROM payments WHERE user_id = 5 AND kind = 'ticket';
UPDATE payment_transactions SET status = 'Chargeback' FROM chargebacks WHERE chargebacks.payment_id = payment_transactions.payment_id;

-- Staff sent each payment's money 20 hours after the charge, and the authority accepted the money three days later. Money
-- that was charged in the last 24 hours is still owed.
CREATE TEMPORARY TABLE demo_sent ON COMMIT DROP AS
SELECT row_number() OVER (ORDER BY max(charged_at), authority_id) AS n, authority_id, array_agg(payment_id) AS payments,
    sum(amount_cents)::bigint AS cents, max(charged_at) + interval '20 hours' AS at
FROM (
    SELECT o.payment_id, o.authority_id, p.charged_at, p.amount_cents FROM obligations o JOIN payments p ON p.id = o.payment_id
    WHERE p.status = 'settled'
) AS owed
GROUP BY authority_id, charged_at::date HAVING max(charged_at) < now() - interval '24 hours';

INSERT INTO remittances (authority_id, status, payments, amount_cents, prepared_by, prepared_at, sent_on, reference, sent_at, accepted_on)
SELECT authority_id, CASE WHEN accepted_on IS NULL THEN 'sent' ELSE 'accepted' END, cardinality(payments), cents, 1,
    at - interval '1 hour', at::date, 'ACH ' || 4000 + n, at, accepted_on
FROM demo_sent CROSS JOIN LATERAL (SELECT CASE WHEN at < now() - interval '4 days' THEN at::date + 3 END AS accepted_on) AS accepted
ORDER BY n;
UPDATE obligations SET status = r.status, remittance_id = r.id, amount_cents = p.amount_cents, accepted_on = r.accepted_on
FROM demo_sent JOIN remittances r ON r.reference = 'ACH ' || 4000 + n, payments p
WHERE p.id = obligations.payment_id AND p.id = ANY(demo_sent.payments);

-- Since this time, money for lawyers is posted as owed to drivers or lawyers instead of as revenue.
UPDATE ledger_changes SET since = now() - interval '90 days';

-- The fees of cases that a lawyer accepted. Each fee is sent in its own remittance, 20 hours after the case was accepted.
CREATE TEMPORARY TABLE demo_fees ON COMMIT DROP AS
SELECT row_number() OVER (ORDER BY e.at, c.hire_id) AS n, h.payment_id, c.lawyer_id, h.amount_cents AS cents, e.at AS accepted_at,
    e.at + interval '20 hours' AS at, CASE WHEN c.step = 'decided' THEN h.amount_cents
        WHEN c.step IN ('accepted', 'agreement_signed') THEN 0 ELSE (h.amount_cents + 1) / 2 END AS earned
FROM cases c JOIN lawyer_hires h ON h.id = c.hire_id JOIN case_events e ON e.hire_id = h.id AND e.kind = 'lawyer_accepted';
INSERT INTO remittances (lawyer_id, status, payments, amount_cents, prepared_by, prepared_at, sent_on, reference, sent_at, accepted_on)
SELECT lawyer_id, CASE WHEN accepted_on IS NULL THEN 'sent' ELSE 'accepted' END, 1, cents, 1, at - interval '1 hour', at::date,
    'ACH ' || 6000 + n, at, accepted_on
FROM demo_fees CROSS JOIN LATERAL (SELECT CASE WHEN at < now() - interval '4 days' THEN at::date + 3 END AS accepted_on) AS accepted
WHERE at < now() - interval '12 hours' ORDER BY n;
INSERT INTO lawyer_obligations (payment_id, lawyer_id, status, claim_cents, earned_cents, sent_cents, remittance_id, amount_cents,
    case_accepted_at, send_by, accepted_on)
SELECT payment_id, demo_fees.lawyer_id, coalesce(r.status, 'owed'), cents, earned, coalesce(r.amount_cents, 0), r.id, r.amount_cents,
    accepted_at, accepted_at + interval '2 days', r.accepted_on
FROM demo_fees LEFT JOIN remittances r ON r.reference = 'ACH ' || 6000 + n;

-- The balance changes at the provider: charges with fees, refunds, and one payout a week. The fees are the same as those
-- of the Stripe sandbox.
INSERT INTO provider_movements (id, kind, amount_cents, fee_cents, currency, subject, provider_intent_id, happened_at, is_closed)
SELECT 'txn_demo' || id, 'charge', amount_cents, (amount_cents * 29 + 500) / 1000 + 30, 'usd', provider_intent_id,
    provider_intent_id, charged_at, true
FROM payments
UNION ALL
SELECT 'txn_' || provider_refund_id, 'refund', -refunds.amount_cents, 0, 'usd', provider_refund_id, provider_intent_id,
    back_at, true
FROM refunds JOIN payments ON payments.id = payment_id
UNION ALL
SELECT 'txn_' || provider_id, 'chargeback', -chargebacks.amount_cents, 1500, 'usd', provider_id, provider_intent_id, opened_at, true
FROM chargebacks JOIN payments ON payments.id = payment_id;
INSERT INTO provider_movements (id, kind, amount_cents, fee_cents, currency, subject, happened_at, is_closed)
SELECT 'txn_po_demo' || week, 'payout', -sum(amount_cents - fee_cents), 0, 'usd', 'po_demo' || week,
    now() - (7 * week - 4) * interval '1 day', true
FROM provider_movements CROSS JOIN LATERAL (
    SELECT ceil((extract(epoch FROM now() - happened_at) / 86400 - 5) / 7)::integer AS week
) AS ages
WHERE week > 0 GROUP BY week;

-- The ledger. It is marked as matched with the balance changes above, so matching starts with newer ones.
CREATE TEMPORARY TABLE demo_entries ON COMMIT DROP AS
SELECT 'charge' AS kind, 'charge:' || provider_intent_id AS source, provider_intent_id AS subject, id AS payment_id, charged_at AS at,
    'provider' AS debit, account AS credit, amount_cents AS cents
FROM payments CROSS JOIN LATERAL (
    SELECT CASE kind WHEN 'ticket' THEN 'traffic_fines' WHEN 'parking' THEN 'parking_fines' WHEN 'toll' THEN 'tolls' ELSE 'lawyers' END AS account
) AS accounts
UNION ALL
SELECT 'refund', 'refund:' || provider_refund_id, provider_refund_id, payment_id, back_at,
    CASE kind WHEN 'lawyer' THEN 'lawyers' ELSE 'traffic_fines' END, 'provider', refunds.amount_cents
FROM refunds JOIN payments ON payments.id = payment_id
UNION ALL
SELECT 'remitted', 'remitted:' || r.id || ':' || payment_id, NULL, payment_id, greatest(sent_on::timestamptz, o.charged_at),
    CASE kind WHEN 'ticket' THEN 'traffic_fines' WHEN 'parking' THEN 'parking_fines' ELSE 'tolls' END, 'bank', o.amount_cents
FROM obligations o JOIN remittances r ON r.id = remittance_id JOIN payments ON payments.id = payment_id
UNION ALL
SELECT 'remitted', 'remitted:' || r.id || ':' || payment_id, NULL, payment_id, greatest(sent_on::timestamptz, case_accepted_at), 'lawyers', 'bank', o.amount_cents
FROM lawyer_obligations o JOIN remittances r ON r.id = remittance_id
UNION ALL
SELECT 'provider_fee', 'provider_fee:' || m.id, subject, payments.id, happened_at, 'provider_fees', 'provider', fee_cents
FROM provider_movements m JOIN payments USING (provider_intent_id) WHERE m.kind = 'charge'
UNION ALL
SELECT 'payout', 'payout:' || id, subject, NULL, happened_at, 'bank', 'provider', -amount_cents
FROM provider_movements WHERE kind = 'payout';

INSERT INTO ledger_entries (kind, source, subject, payment_id, happened_at)
SELECT kind, source, subject, payment_id, at FROM demo_entries ORDER BY at, source;
INSERT INTO ledger_postings (entry_id, account, amount_cents)
SELECT id, account, cents_of_line
FROM demo_entries JOIN ledger_entries USING (source)
CROSS JOIN LATERAL (VALUES (debit, cents), (credit, -cents)) AS lines (account, cents_of_line);
WITH entry AS (
    INSERT INTO ledger_entries (kind, source, subject, payment_id, happened_at)
    SELECT 'chargeback', 'chargeback:' || m.id, provider_id, payment_id, happened_at
    FROM chargebacks JOIN provider_movements m ON m.subject = provider_id
    RETURNING id, subject
)
INSERT INTO ledger_postings (entry_id, account, amount_cents)
SELECT entry.id, account, cents
FROM entry JOIN provider_movements m USING (subject)
CROSS JOIN LATERAL (VALUES ('provider', amount_cents - fee_cents), ('with_banks', -amount_cents), ('chargeback_fees', fee_cents))
    AS lines (account, cents);
UPDATE book_matching SET matched_at = now(), read_until = (SELECT max(happened_at) FROM provider_movements);

-- The provider refused the refund of one toll. The server will request the refund again.
WITH refused AS (
    INSERT INTO refunds (payment_id, amount_cents, reason, note, requested_by, status, idempotency_key, asked_at, provider_words,
        created_at, updated_at)
    SELECT id, amount_cents, 'by_staff', 'You paid this toll at the bridge too.', 1, 'refused', idempotency_key || '-refund', now(),
        'Your balance is too low for this refund.', now(), now()
    FROM payments WHERE user_id = 5 AND kind = 'toll'
    RETURNING payment_id
)
UPDATE payment_transactions SET status = 'Refund Pending' FROM refused WHERE refused.payment_id = payment_transactions.payment_id;

-- The driver's bank is processing the payment of one parking ticket.
INSERT INTO payments (user_id, kind, parking_id, amount_cents, status, idempotency_key, confirmation_number, provider_intent_id,
    is_processing, created_at, updated_at)
SELECT user_id, 'parking', id, 6100, 'open', 'demo-processing', 'CONF-PRCSSNGDEM', 'pi_demo_processing', true,
    now() - interval '4 hours', now() - interval '4 hours'
FROM parking WHERE user_id = 5 AND violation_type = 'Loading zone';
