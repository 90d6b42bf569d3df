-- Back office data for a development database: the payments, hires and requests of two dozen drivers
-- in two months. Newer rows have higher ids. All times are relative to now. The loader replaces :password_hash.

CREATE TEMPORARY TABLE demo_people ON COMMIT DROP AS
SELECT 19 + n::integer AS id, n::integer AS n, who[1] AS name, who[2] AS state, who[3] AS city
FROM (SELECT n, string_to_array(line, '|') AS who FROM unnest(ARRAY[
    'Ava Thompson|California|Oakland, CA', 'Liam Garcia|Texas|Houston, TX', 'Noah Kim|Washington|Seattle, WA',
    'Mia Johnson|Florida|Tampa, FL', 'Ethan Brooks|Illinois|Chicago, IL', 'Sofia Martinez|Arizona|Phoenix, AZ',
    'Lucas Meyer|Ohio|Columbus, OH', 'Grace Liu|California|San Jose, CA', 'Owen Carter|Georgia|Savannah, GA',
    'Chloe Dubois|Louisiana|New Orleans, LA', 'Isaac Cohen|New York|Brooklyn, NY', 'Zoe Papadakis|Massachusetts|Boston, MA',
    'Henry Walsh|Pennsylvania|Pittsburgh, PA', 'Leila Haddad|Michigan|Dearborn, MI', 'Caleb Young|Tennessee|Memphis, TN',
    'Nora Svensson|Minnesota|Duluth, MN', 'Diego Alvarez|Nevada|Reno, NV', 'Ruth Adeyemi|Maryland|Baltimore, MD',
    'Wyatt Hughes|Colorado|Boulder, CO', 'Hana Sato|Hawaii|Honolulu, HI', 'Jonas Weber|Wisconsin|Madison, WI',
    'Amara Diallo|New Jersey|Newark, NJ', 'Peter Novak|Iowa|Des Moines, IA', 'Bella Rossi|Oregon|Salem, OR'
]) WITH ORDINALITY AS lines (line, n)) AS people;

INSERT INTO users (id, email, password_hash, full_name, state, drivers_license_number, date_of_birth, phone_number,
    vehicle_license_plate, vehicle_state, vehicle_info_added_at, license_status, signup_step, signup_started_at,
    signup_completed_at, last_admin_update_at, created_at, is_vehicle_update_solved)
SELECT id, lower(replace(name, ' ', '.')) || '@lanewise.test', :password_hash, name, state,
    upper(left(state, 2)) || 70000000 + n * 4391, DATE '1970-03-01' + n * 379, (2025550100 + n)::text,
    CASE WHEN n % 3 > 0 THEN 'DMO' || 1000 + n * 37 END, CASE WHEN n % 3 > 0 THEN state END,
    CASE WHEN n % 3 > 0 THEN now() - n * interval '31 hours' END,
    CASE n % 5 WHEN 0 THEN 'unknown' WHEN 1 THEN 'suspended' ELSE 'active' END, 5, now() - (60 + n) * interval '1 day',
    now() - (60 + n) * interval '1 day', CASE WHEN n % 4 > 0 THEN now() - n * interval '9 hours' END,
    now() - (60 + n) * interval '1 day', n % 3 > 0 AND n > 8
FROM demo_people;

INSERT INTO driving_profiles (user_id, status, current_points)
SELECT id, CASE n % 5 WHEN 0 THEN 'Need More Info' WHEN 1 THEN 'Suspended' ELSE 'Active' END, n % 8 FROM demo_people;

-- Paid items. payments.sql adds the payments of these items.
INSERT INTO tickets (user_id, violation_type, date, due_date, location, amount, points, category, status, is_paid, paid_at, issuer)
SELECT id, (ARRAY['Speeding', 'Stop sign violation', 'Improper lane change', 'Failure to yield'])[1 + (n + k) % 4],
    current_date - 20 - n - k, current_date + 10 - k, 'Main St, ' || city, '$' || 85 + (n * 17 + k * 40) % 240, (n + k) % 4, 'traffic', 'Fine',
    true, now() - ((n * 53 + k * 311) % 1340) * interval '1 hour', split_part(city, ',', 1) || ' Traffic Court'
FROM demo_people CROSS JOIN generate_series(1, 2) AS k;
INSERT INTO parking (user_id, violation_type, date, due_date, location, amount, status, is_paid, paid_at, issuer)
SELECT id, (ARRAY['Expired meter', 'No parking zone'])[1 + n % 2], current_date - 12 - n, current_date + 5, 'Market St, ' || city,
    '$' || 35 + n, 'Paid', true, now() - ((n * 71) % 1300) * interval '1 hour', 'City of ' || split_part(city, ',', 1)
FROM demo_people WHERE n % 2 = 0;
INSERT INTO tolls (user_id, toll_road, date, due_date, amount, status, is_paid, paid_at)
SELECT id, (ARRAY['Turnpike', 'Bay Bridge', 'Skyway'])[1 + n % 3], current_date - 9 - n, current_date + 8,
    '$' || 3 + n % 9, 'Paid', true, now() - ((n * 37) % 1200) * interval '1 hour'
FROM demo_people WHERE n % 3 > 0;

-- Tickets with a hire of a lawyer.
WITH hired AS (
    INSERT INTO tickets (user_id, violation_type, date, due_date, location, amount, points, category, status, is_court_required,
        court_date, court_time, issuer)
    SELECT id, (ARRAY['Reckless driving', 'Speeding', 'Careless driving'])[1 + n % 3], current_date - 5 - 2 * n, current_date + 20 + n,
        'Court St, ' || city, '$' || 180 + n * 12, 2 + n % 4, 'traffic', 'Court Required', true, current_date + 20 + n, '9:30 AM',
        split_part(city, ',', 1) || ' Traffic Court'
    FROM demo_people WHERE n <= 14
    RETURNING id, user_id, violation_type, amount
)
INSERT INTO lawyer_hires (user_id, ticket_id, violation_type, amount_cents, contact_method, contact_value, confirmation_number,
    status, is_seen_by_admin, is_solved, created_at)
SELECT user_id, hired.id, violation_type, substr(amount, 2)::bigint * 50,
    (ARRAY['phone', 'email', 'phone, email'])[1 + n % 3],
    (ARRAY['(202) 555-0' || 100 + n, lower(replace(name, ' ', '.')) || '@lanewise.test',
        '(202) 555-0' || 100 + n || ', ' || lower(replace(name, ' ', '.')) || '@lanewise.test'])[1 + n % 3],
    'CONF-' || left(translate(upper(md5('hire' || hired.id)), '01', 'XZ'), 10),
    CASE n WHEN 14 THEN 'Cancelled' ELSE (ARRAY['Pending', 'In Progress', 'Contacted', 'Completed', 'Pending'])[1 + n % 5] END,
    n > 4, n % 5 = 3 OR n = 14,
    now() - n * interval '43 hours'
FROM hired JOIN demo_people ON demo_people.id = user_id ORDER BY n DESC;

-- Sets the dates of each item so that it was filed after its violation, and before it was paid or disputed.
UPDATE tickets SET date = paid_at::date - 12, due_date = paid_at::date + 18, created_at = paid_at - interval '9 days'
FROM demo_people WHERE user_id = demo_people.id AND is_paid;
UPDATE parking SET date = paid_at::date - 8, due_date = paid_at::date + 22, created_at = paid_at - interval '5 days'
FROM demo_people WHERE user_id = demo_people.id AND is_paid;
UPDATE tolls SET date = paid_at::date - 6, due_date = paid_at::date + 24, created_at = paid_at - interval '4 days'
FROM demo_people WHERE user_id = demo_people.id AND is_paid;
UPDATE tickets SET created_at = date + interval '1 day' FROM demo_people WHERE user_id = demo_people.id AND NOT is_paid;

INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at, status, is_solved)
SELECT id, state, (ARRAY['Traffic ticket', 'Red light ticket', 'Speeding ticket', 'Parking ticket'])[1 + n % 4],
    now() - n * interval '29 hours', (ARRAY['Pending', 'Found', 'Pending', 'Not Found'])[1 + n % 4], n % 4 IN (1, 3)
FROM demo_people WHERE n <= 12 ORDER BY n DESC;

WITH asked AS (
    INSERT INTO help_inquiries (user_id, type, message, phone_number, status, created_at, resolved_at, is_solved)
    SELECT id, CASE WHEN n % 3 = 0 THEN 'callback' ELSE 'chat' END,
        (ARRAY['I paid my ticket but it still shows as due.', 'Can I move my court date?', 'Please call me about my points.',
            'Which of my tickets count against my license?'])[1 + n % 4],
        CASE WHEN n % 3 = 0 THEN (2025550100 + n)::text END, CASE WHEN n % 4 = 0 THEN 'resolved' ELSE 'pending' END,
        now() - n * interval '17 hours', CASE WHEN n % 4 = 0 THEN now() - n * interval '13 hours' END, n % 4 = 0
    FROM demo_people WHERE n <= 13 ORDER BY n DESC
    RETURNING id, user_id, type, message, created_at
)
INSERT INTO chat_messages (help_inquiry_id, sender_id, sender_type, message, created_at)
SELECT id, user_id, 'user', message, created_at FROM asked WHERE type = 'chat';

INSERT INTO text_notification_requests (user_id, phone_number, requested_at, is_sent, sent_at, is_solved)
SELECT id, (2025550100 + n)::text, now() - n * interval '47 hours', n % 3 = 0,
    CASE WHEN n % 3 = 0 THEN now() - n * interval '20 hours' END, n % 3 = 0
FROM demo_people WHERE n <= 9 ORDER BY n DESC;
