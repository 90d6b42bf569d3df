-- Made-up data of a large back office after several years of business. Each run inserts the same data.
-- Each part starts with "Fill:" and the name of its table. :users, :tickets and :queue are numbers of rows. A line that
-- starts with "Numbered:" is used only if the table has citation numbers. In the last release, the tables have none.

CREATE FUNCTION pg_temp.one_of(words text[], at double precision) RETURNS text LANGUAGE sql IMMUTABLE
    AS 'SELECT words[1 + floor(at * cardinality(words))::int]';
-- Returns a confirmation number with ten letters or digits. The multiplier is odd, so different numbers get different
-- results.
CREATE FUNCTION pg_temp.confirmation(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT 'CONF-' || string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', ((((n::numeric * 9007199254741 % 1125899906842624)::bigint) >> (5 * i)) & 31)::int + 1, 1), '' ORDER BY i)
    FROM generate_series(0, 9) AS i
$$;
CREATE FUNCTION pg_temp.violation(at double precision) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_temp.one_of('{Speeding,Speeding,Speeding,Speeding,Speeding,Red light violation,Red light violation,Stop sign violation,Stop sign violation,Failure to yield,Failure to signal,Improper lane change,Following too closely,Expired registration,Expired registration,Broken tail light,Cell phone use,Cell phone use,No seat belt,Reckless driving,Speeding in a school zone,Illegal U-turn,Driving without insurance,Careless driving}'::text[], at)
$$;
CREATE FUNCTION pg_temp.state(at double precision) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_temp.one_of('{California,Texas,Florida,New York,Pennsylvania,Illinois,Ohio,Georgia,North Carolina,Michigan,New Jersey,Virginia,Washington,Arizona,Tennessee,Massachusetts,Indiana,Maryland,Missouri,Wisconsin,Colorado,Minnesota,South Carolina,Alabama,Louisiana,Kentucky,Oregon,Oklahoma,Connecticut,Utah,Iowa,Nevada,Arkansas,Mississippi,Kansas,New Mexico,Nebraska,Idaho,West Virginia,Hawaii,New Hampshire,Maine,Montana,Rhode Island,Delaware,South Dakota,North Dakota,Alaska,Vermont,Wyoming}'::text[], at * at)
$$;
SELECT setseed(0.5);

-- Fill: users
INSERT INTO users (id, email, password_hash, role, full_name, state, drivers_license_number, date_of_birth, phone_number,
    vehicle_license_plate, vehicle_state, vehicle_info_added_at, license_status, sealed_ssn, status_requested_at, signup_step,
    signup_started_at, signup_completed_at, last_admin_update_at, is_vehicle_update_solved, is_status_request_solved, created_at)
SELECT n, lower(first || '.' || last) || n || '@example.' || pg_temp.one_of('{com,com,com,org,net}'::text[], random()), :password_hash,
    CASE WHEN n % 50000 = 0 THEN 'admin' ELSE 'driver' END, first || ' ' || last, home, upper(left(home, 2)) || lpad(floor(random() * 1e8)::text, 8, '0'),
    DATE '1950-01-01' + floor(random() * 20000)::int, '2' || lpad(floor(random() * 1e9)::text, 9, '0'),
    CASE WHEN has_vehicle THEN chr(65 + floor(random() * 26)::int) || chr(65 + floor(random() * 26)::int) || chr(65 + floor(random() * 26)::int)
        || CASE WHEN n % 10 = 0 THEN '-' ELSE '' END || lpad(floor(random() * 10000)::text, 4, '0') END,
    CASE WHEN has_vehicle THEN home END, CASE WHEN has_vehicle THEN made + random() * (now() - made) END,
    pg_temp.one_of('{active,active,active,active,active,active,unknown,unknown,unknown,suspended}'::text[], random()),
    CASE WHEN has_asked AND NOT is_answered THEN '\x01'::bytea END, CASE WHEN has_asked THEN made + random() * (now() - made) END,
    5, made, made, CASE WHEN random() < 0.8 THEN made + random() * (now() - made) END,
    has_vehicle AND random() < 0.93, has_asked AND is_answered, made
FROM (
    SELECT n, pg_temp.one_of('{James,Mary,Robert,Patricia,John,Jennifer,Michael,Linda,David,Elizabeth,William,Barbara,Richard,Susan,Joseph,Jessica,Thomas,Sarah,Carlos,Karen,Daniel,Lisa,Matthew,Nancy,Anthony,Betty,Mark,Sandra,Donald,Ashley,Wei,Priya,Jose,Maria,Ahmed,Fatima,Olga,Ivan,Aisha,Kenji,José,Zoë}'::text[], random()) AS first,
        pg_temp.one_of('{Smith,Johnson,Williams,Brown,Jones,Garcia,Miller,Davis,Rodriguez,Martinez,Hernandez,Lopez,Gonzalez,Wilson,Anderson,Thomas,Taylor,Moore,Jackson,Martin,Lee,Perez,Thompson,White,Harris,Sanchez,Clark,Ramirez,Lewis,Robinson,Walker,Young,Allen,King,Wright,Scott,Torres,Nguyen,Hill,Flores,Green,Adams,Nelson,Baker,Hall,Rivera,Campbell,Mitchell,Carter,Roberts,Okafor,Patel,Kim,Chen,Petrov,Yamamoto,Zimmerman,Quigley,Núñez,O’Neil}'::text[], random()) AS last,
        pg_temp.state(random()) AS home, now() - interval '1100 days' * (1 - n::float8 / :users) AS made,
        n % 2 = 0 AS has_vehicle, n % 4 IN (1, 2) AS has_asked, random() < 0.95 AS is_answered
    FROM generate_series(2, :users) AS n
) AS people;
SELECT setval(pg_get_serial_sequence('users', 'id'), :users);

-- Fill: driving_profiles
INSERT INTO driving_profiles (user_id, status, current_points)
SELECT id, CASE license_status WHEN 'active' THEN 'Active' WHEN 'suspended' THEN 'Suspended' ELSE 'Need More Info' END, floor(random() * 9)::int
FROM users WHERE id > 1;

-- Fill: tickets
INSERT INTO tickets (
-- Numbered: citation_number, issuer,
    user_id, violation_type, violation_code, date, due_date, location, amount, points, category, is_paid, paid_at, created_at)
SELECT
-- Numbered: CASE WHEN n % 10 < 8 THEN 'T-' || lpad(n::text, 8, '0') END, 'Municipal Court ' || n % 500,
    2 + floor(random() * (:users - 1))::int, pg_temp.violation(random()), 'VC ' || (20000 + n % 4000), day, day + 45,
    (1 + n % 9900) || ' ' || pg_temp.one_of('{Main St,Oak Ave,2nd St,Park Blvd,Highway 9,I-35 North,Elm St,Lake Dr}'::text[], random()),
    '$' || (60 + floor(random() * 400))::int, floor(random() * 4)::int, CASE WHEN n % 5 = 0 THEN 'speeding' ELSE 'traffic' END,
    is_paid, CASE WHEN is_paid THEN day + interval '20 days' END, day + interval '1 day'
FROM (SELECT n, random() < 0.7 AS is_paid, current_date - 1100 + floor(1100 * n::float8 / :tickets)::int AS day
    FROM generate_series(1, :tickets) AS n) AS issued;

-- Fill: parking
INSERT INTO parking (
-- Numbered: citation_number, issuer,
    user_id, violation_type, date, due_date, location, amount)
SELECT
-- Numbered: 'P ' || lpad(n::text, 8, '0'), 'City ' || n % 300,
    2 + floor(random() * (:users - 1))::int, pg_temp.one_of('{Expired meter,Expired meter,No parking zone,Fire hydrant,Street cleaning,Handicap space}'::text[], random()),
    current_date - n % 1100, current_date - n % 1100 + 30, (1 + n % 9900) || ' Market St', '$' || (20 + n % 80)
FROM generate_series(1, :queue / 4) AS n;

-- Fill: tolls
INSERT INTO tolls (
-- Numbered: citation_number, issuer,
    user_id, toll_road, date, due_date, amount)
SELECT
-- Numbered: CASE WHEN n % 2 = 0 THEN lpad(n::text, 8, '0') || '/' || n % 97 END, 'Toll Agency ' || n % 40,
    2 + floor(random() * (:users - 1))::int, pg_temp.one_of('{SH 130,I-95 Express,Golden Gate Bridge,Illinois Tollway,Florida Turnpike,E-470}'::text[], random()),
    current_date - n % 1100, current_date - n % 1100 + 30, '$' || (2 + n % 12) || '.50'
FROM generate_series(1, :queue / 4) AS n;

-- Fill: lawyer_hires
INSERT INTO lawyer_hires (user_id, ticket_id, violation_type, amount_cents, contact_method, contact_value, confirmation_number, status,
    is_seen_by_admin, is_solved, created_at)
SELECT tickets.user_id, tickets.id, tickets.violation_type, 3000 + 50 * (n::bigint * 7919 % 400), 'phone', '5125550100', pg_temp.confirmation(n),
    CASE WHEN kind < 0.03 THEN 'Pending' WHEN kind < 0.08 THEN 'In Progress' WHEN kind < 0.12 THEN 'Contacted' WHEN kind < 0.92 THEN 'Completed' ELSE 'Cancelled' END,
    random() < 0.97, kind >= 0.12 AND random() < 0.98, tickets.created_at + interval '2 days'
FROM (SELECT n, random() AS kind FROM generate_series(1, :queue) AS n) AS hired
JOIN tickets ON tickets.id = n * (:tickets / :queue) ORDER BY n;

-- Fill: payment_transactions
INSERT INTO payment_transactions (user_id, payment_type, ticket_id, parking_id, toll_id, violation_type, amount_cents, processing_fee_cents,
    our_fee_cents, confirmation_number, status, created_at)
SELECT coalesce(tickets.user_id, parking.user_id, tolls.user_id), kind, tickets.id, parking.id, tolls.id,
    coalesce(tickets.violation_type, parking.violation_type, tolls.toll_road), 600 + 25 * (n::bigint * 7919 % 1600), 299, 299,
    pg_temp.confirmation(500000 + n), CASE WHEN random() < 0.02 THEN 'Refunded' ELSE 'Completed' END,
    now() - interval '1100 days' * (1 - n::float8 / :queue)
FROM (SELECT n, (ARRAY['traffic_ticket', 'traffic_ticket', 'parking', 'toll'])[1 + n % 4] AS kind FROM generate_series(1, :queue) AS n) AS paid
LEFT JOIN tickets ON kind = 'traffic_ticket' AND tickets.id = n * (:tickets / :queue)
LEFT JOIN parking ON kind = 'parking' AND parking.id = 1 + n / 4
LEFT JOIN tolls ON kind = 'toll' AND tolls.id = 1 + n / 4
WHERE coalesce(tickets.id, parking.id, tolls.id) IS NOT NULL ORDER BY n;
UPDATE payment_transactions SET refunded_cents = amount_cents WHERE status = 'Refunded';

-- Fill: missing_ticket_reports
INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at, status, is_seen_by_admin, is_solved)
SELECT 2 + floor(random() * (:users - 1))::int, pg_temp.state(random()),
    pg_temp.one_of('{Traffic ticket,Traffic ticket,Red light ticket,Speeding ticket,Parking ticket}'::text[], random()),
    now() - interval '1100 days' * (1 - n::float8 / :queue),
    CASE WHEN kind < 0.04 THEN 'Pending' WHEN kind < 0.7 THEN 'Found' ELSE 'Not Found' END, true, kind >= 0.04 AND random() < 0.97
FROM (SELECT n, random() AS kind FROM generate_series(1, :queue) AS n) AS reported;

-- Fill: help_inquiries
INSERT INTO help_inquiries (user_id, type, message, phone_number, status, created_at, resolved_at, is_seen_by_admin, is_solved)
SELECT 2 + floor(random() * (:users - 1))::int, kind,
    pg_temp.one_of('{Hello,Good morning,Hi there,Please help,Question}'::text[], random()) || ', '
    || pg_temp.one_of('{I paid my ticket but it still shows as due,how do I reach my lawyer,my license plate is wrong,the toll was not mine,can I get a refund,the court date is in the way of my work,I cannot find my citation,why was my card declined,my parking ticket is missing,the fine looks too high}'::text[], random())
    || '. ' || pg_temp.one_of('{It was on Main Street,It happened last month,The officer was from the county,I moved since then,My insurance asks for it}'::text[], random())
    || ', reference ' || upper(substr(md5(n::text), 1, 8)) || '.',
    CASE WHEN kind = 'callback' THEN '2' || lpad(floor(random() * 1e9)::text, 9, '0') END,
    CASE WHEN is_resolved THEN 'resolved' ELSE 'pending' END, asked, CASE WHEN is_resolved THEN asked + interval '3 hours' END, true,
    is_resolved AND random() < 0.97
FROM (SELECT n, (ARRAY['chat', 'chat', 'callback'])[1 + n % 3] AS kind, random() < 0.96 AS is_resolved,
        now() - interval '1100 days' * (1 - n::float8 / :queue) AS asked FROM generate_series(1, :queue) AS n) AS asked;

-- Fill: text_notification_requests
INSERT INTO text_notification_requests (user_id, phone_number, requested_at, is_sent, sent_at, is_solved)
SELECT CASE WHEN random() < 0.98 THEN 2 + floor(random() * (:users - 1))::int END, '2' || lpad(floor(random() * 1e9)::text, 9, '0'), asked,
    is_sent, CASE WHEN is_sent THEN asked + interval '1 hour' END, is_sent AND random() < 0.97
FROM (SELECT random() < 0.9 AS is_sent, now() - interval '1100 days' * (1 - n::float8 / :queue) AS asked
    FROM generate_series(1, :queue) AS n) AS asked;

-- Fill: security_events
INSERT INTO security_events (kind, severity, address, path, user_id, created_at, times)
SELECT kinds.kind, kinds.severity, '203.0.' || n % 100 || '.' || (n * 31) % 250, '/api/authenticate',
    CASE WHEN n % 4 = 0 THEN 2 + floor(random() * (:users - 1))::int END, now() - interval '90 days' * (1 - n::float8 / :queue), 1 + n % 3
FROM generate_series(1, :queue) AS n
JOIN (VALUES (0, 'login_succeeded', 'low'), (1, 'login_failed', 'medium'), (2, 'rate_limited', 'medium'), (3, 'forbidden_access', 'medium'),
    (4, 'address_blocked', 'high')) AS kinds (place, kind, severity) ON place = n % 5
ORDER BY n;

-- Fill: audit_log
INSERT INTO audit_log (actor_id, action, subject_kind, subject_id, before, after, address, created_at)
SELECT CASE WHEN kinds.is_staff THEN 1 WHEN place < 9 THEN subject END, kinds.action, kinds.subject_kind, subject, '{}', '{"status": "x"}', '203.0.113.7',
    now() - interval '1100 days' * (1 - n::float8 / (2 * :queue))
FROM (SELECT n, n % 10 AS place, 2 + floor(random() * (:queue - 2))::int AS subject FROM generate_series(1, 2 * :queue) AS n) AS done
JOIN (VALUES (0, 'logged_in', 'user', false), (1, 'logged_in', 'user', false), (2, 'logged_in', 'user', false), (3, 'logged_in', 'user', false),
    (4, 'item_changed', 'ticket', true), (5, 'item_created', 'ticket', true), (6, 'hire_changed', 'lawyer_hire', true),
    (7, 'report_changed', 'missing_ticket_report', true), (8, 'inquiry_resolved', 'help_inquiry', true), (9, 'payment_settled', 'payment', false))
    AS kinds (number, action, subject_kind, is_staff) ON number = place
ORDER BY n;

-- Fill: imports
INSERT INTO imports (kind, status, file_name, file_columns, total_lines, created_by, created_at, ended_at)
SELECT 'ticket', CASE WHEN n % 5 = 0 THEN 'cancelled' ELSE 'stored' END, 'county-' || n || '.csv', '[]'::jsonb, 1000, 1, made, made + interval '5 minutes'
FROM (SELECT n, now() - interval '1100 days' * (1 - n::float8 * 40 / :queue) AS made FROM generate_series(1, :queue / 40) AS n) AS brought
UNION ALL
SELECT 'ticket', 'checked', 'large-' || n || '.csv', '[]'::jsonb, least(:queue, 50000), 1, now(), NULL FROM generate_series(1, 3) AS n;

-- Fill: import_lines
INSERT INTO import_lines (import_id, line, outcome, user_id, fields, problems, key, is_citation, item_id)
SELECT imports.id, n + 1, CASE WHEN n % 50 = 0 THEN 'bad' WHEN n % 10 = 0 THEN 'existing' ELSE 'new' END, 2 + n % (:users - 1),
    '[["date", "2026-01-02"], ["amount", "$150"], ["violationType", "Speeding"]]', '[]', decode(md5('a' || n) || md5('b' || n), 'hex'), false, NULL
FROM imports, generate_series(1, least(:queue, 50000)) AS n WHERE imports.ended_at IS NULL;

-- Fill: import_keys
INSERT INTO import_keys (kind, key, is_citation, item_id, import_id)
SELECT 'ticket', decode(md5('k' || n) || md5('l' || n), 'hex'), n % 2 = 0, n, (SELECT min(id) FROM imports) FROM generate_series(1, :queue) AS n;
