-- Lawyers for a development database. In each of the 50 states, a lawyer takes the cases of all courts. Some of the hires in
-- back_office.sql become cases of these lawyers. The loader replaces :password_hash.

CREATE TEMPORARY TABLE demo_lawyers ON COMMIT DROP AS
SELECT n::integer AS n, 7 + n::integer AS user_id, part[1] AS email, part[2] AS name, part[3] AS firm,
    string_to_array(part[4], ', ') AS states
FROM (SELECT n, string_to_array(line, '|') AS part FROM unnest(ARRAY[
    'lawyer@lanewise.test|Ruth Gray|Gray & Lowell|Texas, California, Florida, Georgia, Illinois, Iowa, New York, Ohio, Oregon, Washington',
    'lawyer2@lanewise.test|Daniel Ortega|Ortega Law Group|Texas, Arizona, Arkansas, Colorado, Kansas, Louisiana, Missouri, Nebraska, Nevada, New Mexico, Oklahoma, Utah',
    'lawyer3@lanewise.test|Imani Brooks|Brooks Defense|Alabama, Delaware, Kentucky, Maryland, Mississippi, North Carolina, South Carolina, Tennessee, Virginia, West Virginia',
    'lawyer4@lanewise.test|Claire Whitmore|Whitmore & Sons|Connecticut, Maine, Massachusetts, Michigan, New Hampshire, New Jersey, Pennsylvania, Rhode Island, Vermont',
    'lawyer5@lanewise.test|Erik Lindqvist|Lindqvist Legal|Alaska, Hawaii, Idaho, Indiana, Minnesota, Montana, North Dakota, South Dakota, Wisconsin, Wyoming'
]) WITH ORDINALITY AS lines (line, n)) AS lawyers;

INSERT INTO users (id, email, password_hash, role, full_name, phone_number, created_at, email_verified_at)
SELECT user_id, email, :password_hash, 'lawyer', name, (2025550180 + n)::text, now() - interval '90 days', now() - interval '90 days'
FROM demo_lawyers;
INSERT INTO lawyers (name, firm, takes_misdemeanors, capacity, email, phone, trust_account_name, user_id, created_at)
SELECT name, firm, true, 500, email, (2025550180 + n)::text, firm || ' IOLTA', user_id, now() - interval '90 days'
FROM demo_lawyers ORDER BY n;
INSERT INTO lawyer_licenses (lawyer_id, state, number)
SELECT lawyers.id, state, (24000000 + 1000 * n + place)::text
FROM demo_lawyers JOIN lawyers USING (user_id), unnest(states) WITH ORDINALITY AS licensed (state, place);
INSERT INTO lawyer_areas (lawyer_id, state)
SELECT lawyers.id, state FROM demo_lawyers JOIN lawyers USING (user_id), unnest(states) AS state;

-- Each lawyer except for the last one owes a monthly fee. All statements of the first month are paid, and two statements of
-- the second month.
UPDATE lawyers SET monthly_fee_cents = 19900, fee_from = date_trunc('month', now() AT TIME ZONE 'America/New_York') - interval '2 months'
FROM demo_lawyers WHERE lawyers.user_id = demo_lawyers.user_id AND n < 5;
INSERT INTO lawyer_statements (lawyer_id, month, fee_cents, made_at, paid_on, reference, recorded_at)
SELECT lawyers.id, month, 19900, month AT TIME ZONE 'America/New_York', paid_on, reference, paid_on + interval '15 hours'
FROM demo_lawyers JOIN lawyers USING (user_id)
CROSS JOIN LATERAL (SELECT fee_from + ago * interval '1 month' AS month, ago FROM generate_series(0, 2) AS ago) AS months
CROSS JOIN LATERAL (SELECT
    CASE WHEN ago = 0 OR ago = 1 AND n < 3 THEN (month + interval '9 days')::date END AS paid_on,
    CASE WHEN ago = 0 OR ago = 1 AND n < 3 THEN 'ACH ' || 4700 + 10 * n + ago END AS reference) AS payments
WHERE n < 5 ORDER BY month, n;

-- The cases, each with the number of its last event in demo_steps.
CREATE TEMPORARY TABLE demo_cases ON COMMIT DROP AS
SELECT lawyer_hires.id, lawyer_hires.user_id, demo_people.name AS driver, demo_people.state, lawyer_hires.created_at AS hired_at,
    lawyer_hires.amount_cents, lawyer_hires.violation_type, tickets.points, tickets.court_date, tickets.court_time, tickets.due_date,
    last, outcome, lawyers.id AS lawyer_id, lawyers.user_id AS lawyer_user, lawyers.name AS lawyer, lawyers.firm
FROM (VALUES (1, 5, NULL), (2, 8, NULL), (4, 2, NULL), (6, 6, NULL), (7, 9, NULL), (8, 10, 'dismissed'), (13, 10, 'reduced'))
    AS done (n, last, outcome)
JOIN demo_people USING (n)
JOIN lawyer_hires ON lawyer_hires.user_id = demo_people.id
JOIN tickets ON tickets.id = lawyer_hires.ticket_id
JOIN lawyers ON lawyers.id = (SELECT min(lawyer_id) FROM lawyer_areas WHERE lawyer_areas.state = demo_people.state);

-- The events of a case in their order, each with the step that the case then has.
CREATE TEMPORARY TABLE demo_steps ON COMMIT DROP AS
SELECT * FROM (VALUES
    (1, 'hired', 'hired', 'system', NULL),
    (2, 'lawyer_offered', 'offered', 'system', NULL),
    (3, 'conflict_cleared', 'conflict_cleared', 'lawyer', NULL),
    (4, 'lawyer_accepted', 'accepted', 'lawyer', NULL),
    (5, 'agreement_sent', 'accepted', 'lawyer', NULL),
    (6, 'agreement_signed', 'agreement_signed', 'driver', NULL),
    (7, 'appearance_filed', 'appearance_filed', 'lawyer', 'I filed my appearance and a plea of not guilty.'),
    (8, 'court_date_set', 'court_date_set', 'lawyer', 'The court set a date. You don''t have to come.'),
    (9, 'plea_offered', 'offer_pending', 'lawyer', 'The prosecutor offers half the fine and no points. What do you want to do?'),
    (10, 'court_decided', 'decided', 'lawyer', 'The court has decided. Thank you for your trust.')
) AS steps (number, kind, step, actor, note);

UPDATE cases SET handling = 'matched', step = demo_steps.step, version = last, court_state = demo_cases.state,
    lawyer_id = CASE WHEN last >= 4 THEN demo_cases.lawyer_id END,
    fee_price_cents = amount_cents, fee_mode = 'registered_service', fee_appearance_percent = 50, guarantee_infraction = 'operator',
    guarantee_misdemeanor = 'operator', fine_cents_at_hire = amount_cents * 2, points_at_hire = demo_cases.points,
    accept_by = CASE WHEN last < 6 THEN demo_cases.due_date - 7 END,
    answer_by = CASE WHEN last < 4 THEN now() + interval '1 day' END,
    sign_by = CASE WHEN last IN (4, 5) THEN hired_at + interval '4 days' END,
    update_due = CASE WHEN last BETWEEN 4 AND 9 THEN now() + interval '20 days' END,
    contact_by = hired_at + interval '12 hours', contacted_at = CASE WHEN last >= 4 THEN hired_at + interval '5 hours' END,
    court_date = CASE WHEN last >= 8 THEN demo_cases.court_date END, court_time = CASE WHEN last >= 8 THEN demo_cases.court_time END,
    outcome = demo_cases.outcome, outcome_fine_cents = CASE demo_cases.outcome WHEN 'reduced' THEN amount_cents WHEN 'dismissed' THEN 0 END,
    outcome_points = CASE WHEN demo_cases.outcome IS NOT NULL THEN 0 END,
    outcome_due = CASE demo_cases.outcome WHEN 'reduced' THEN demo_cases.due_date END
FROM demo_cases JOIN demo_steps ON number = last WHERE hire_id = demo_cases.id;

INSERT INTO case_events (hire_id, kind, step, at, actor, actor_id, lawyer_id, note, court_date, court_time, outcome, outcome_fine_cents,
    outcome_points, outcome_due)
SELECT id, kind, step, hired_at + (number - 1) * interval '4 hours', actor,
    CASE actor WHEN 'driver' THEN user_id WHEN 'lawyer' THEN lawyer_user END, CASE WHEN number > 1 THEN lawyer_id END, note,
    CASE WHEN number = 8 THEN court_date END, CASE WHEN number = 8 THEN court_time END,
    CASE WHEN number = 10 THEN outcome END,
    CASE WHEN number = 10 THEN CASE outcome WHEN 'reduced' THEN amount_cents ELSE 0 END END,
    CASE WHEN number = 10 THEN 0 END, CASE WHEN number = 10 AND outcome = 'reduced' THEN due_date END
FROM demo_cases JOIN demo_steps ON number <= last AND (number <> 9 OR last = 9) ORDER BY id, number;

INSERT INTO case_offers (hire_id, lawyer_id, offered_at, answer_by, result, answered_at)
SELECT id, lawyer_id, CASE WHEN last < 4 THEN now() - interval '1 hour' ELSE hired_at + interval '4 hours' END,
    CASE WHEN last < 4 THEN now() + interval '1 day' ELSE hired_at + interval '28 hours' END,
    CASE WHEN last >= 4 THEN 'accepted' END, CASE WHEN last >= 4 THEN hired_at + interval '12 hours' END
FROM demo_cases;
UPDATE lawyers SET last_offered_at = (SELECT max(offered_at) FROM case_offers WHERE case_offers.lawyer_id = lawyers.id);

INSERT INTO case_agreements (hire_id, lawyer_id, text, sha256, sent_at, signed_at, signed_name)
SELECT id, lawyer_id, text, encode(sha256(convert_to(text, 'UTF8')), 'hex'), hired_at + interval '16 hours',
    CASE WHEN last >= 6 THEN hired_at + interval '20 hours' END, CASE WHEN last >= 6 THEN driver END
FROM (SELECT *, format(E'Agreement for legal services\n\n1. Parties. %s of %s (the lawyer) represents %s (the client).\n\n'
        || E'2. Scope. The lawyer represents the client for one ticket: %s in %s. Appeals aren''t included.\n\n'
        || E'3. Fee. The fee is a flat $%s, which the client has paid.\n\n4. No promise. The lawyer can''t promise an outcome.\n',
        lawyer, firm, driver, violation_type, state, to_char(amount_cents / 100.0, 'FM999990.00')) AS text FROM demo_cases) AS sent
WHERE last >= 5;

-- Writes the reduced fine of a court's decision to its ticket.
UPDATE tickets SET amount = '$' || to_char(demo_cases.amount_cents / 100.0, 'FM999990.00'), points = 0
FROM demo_cases JOIN lawyer_hires USING (id) WHERE tickets.id = lawyer_hires.ticket_id AND demo_cases.outcome = 'reduced';
