-- Demo data for an empty development database (docs/product/running.md#demo-data): drivers whose tickets, parking tickets
-- and tolls, together with those of the other files, have every standing. All dates are relative to today. The loader replaces
-- :password_hash.

INSERT INTO users (id, email, password_hash, full_name, state, drivers_license_number, date_of_birth, phone_number,
    vehicle_license_plate, vehicle_state, vehicle_info_added_at, license_status, status_requested_at, signup_step,
    signup_started_at, signup_completed_at, last_admin_update_at, created_at)
VALUES
    (2, 'driver@lanewise.test', :password_hash, 'Dana Rivera', 'Texas', 'TX40021187', '1988-04-12', '5125550142',
        'LNW4821', 'Texas', now() - interval '20 days', 'active', NULL, 5,
        now() - interval '41 days', now() - interval '41 days', now() - interval '1 day', now() - interval '41 days'),
    (3, 'suspended@lanewise.test', :password_hash, 'Marcus Bell', 'Florida', 'B400118827710', '1979-11-02', '3055550118',
        'FLA77QX', 'Florida', now() - interval '9 days', 'suspended', NULL, 5,
        now() - interval '90 days', now() - interval '90 days', now() - interval '3 days', now() - interval '90 days'),
    (4, 'newcomer@lanewise.test', :password_hash, 'Priya Natarajan', 'Iowa', '512AB8841', '1999-07-23', NULL,
        NULL, NULL, NULL, 'unknown', NULL, 5,
        now() - interval '2 hours', now() - interval '2 hours', NULL, now() - interval '2 hours'),
    (5, 'noplate@lanewise.test', :password_hash, 'Ellen Brandt', 'Oregon', 'OR8873321', '1969-01-30', '5035550167',
        NULL, NULL, NULL, 'active', NULL, 5,
        now() - interval '12 days', now() - interval '12 days', now() - interval '6 days', now() - interval '12 days'),
    (6, 'clear@lanewise.test', :password_hash, 'Sam Okafor', 'New York', '221894467', '1992-09-15', '2125550193',
        'NYC1203', 'New York', now() - interval '30 days', 'active', NULL, 5,
        now() - interval '33 days', now() - interval '33 days', now() - interval '2 days', now() - interval '33 days'),
    (7, 'waiting@lanewise.test', :password_hash, 'Jo Whitfield', 'Georgia', '058812246', '1984-06-08', '4045550155',
        'PEA2201', 'Georgia', now() - interval '1 day', 'unknown', NULL, 5,
        now() - interval '5 days', now() - interval '5 days', now() - interval '4 hours', now() - interval '5 days');

INSERT INTO driving_profiles (user_id, status, current_points, total_points)
VALUES (2, 'Active', 5, 11), (3, 'Suspended', 14, 11), (4, 'Need More Info', 0, 11), (5, 'Active', 2, 11),
    (6, 'Active', 0, 11), (7, 'Under Review', 3, 11);

INSERT INTO tickets (user_id, violation_type, violation_code, date, time_of_violation, due_date, location, amount, points,
    category, status, is_paid, paid_at, is_disputed, is_court_required, court_date, court_time, consequence,
    things_to_know, evidence_provided, issuing_officer_agency, created_at)
VALUES
    (2, 'Speeding', '545.351', current_date - 18, '2:35 PM', current_date + 3, 'I-35 North, mile 238, Austin, TX', '$185.00', 2,
        'traffic', 'Fine', false, NULL, false, false, NULL, NULL,
        'A warrant may be issued and your license renewal denied if this is not resolved.',
        'Two points stay on your record for three years, You may be able to take a defensive driving course, Insurance rates can rise',
        'Radar reading 78 in a 60 zone', 'Austin Police Department', now() - interval '17 days'),
    (2, 'Stop sign violation', '544.010', current_date - 40, '8:12 AM', current_date - 2, 'E 7th St at Chicon St, Austin, TX', '$125', 2,
        'traffic', 'Fine', false, NULL, false, false, NULL, NULL,
        'A late fee is added each week after the due date.', 'The fine is overdue', NULL,
        'Officer R. Delgado, Austin Police Department', now() - interval '39 days'),
    (2, 'Reckless driving', '545.401', current_date - 9, '10:50 PM', current_date + 24, 'SH 130 toll plaza, Pflugerville, TX', '$1,250.00', 4,
        'traffic', 'Court Required', false, NULL, false, true, current_date + 24, '9:30 AM',
        'Missing the court date leads to an arrest warrant.',
        'You must appear in person, Bring your license and insurance, Interpreters are free of charge',
        'Dashcam video', 'Travis County Sheriff', now() - interval '8 days'),
    (2, 'Failure to signal', '545.104', current_date - 30, NULL, NULL, 'Lamar Blvd, Austin, TX', 'See court', 1,
        'traffic', 'Fine', false, NULL, true, false, NULL, NULL, NULL, NULL, NULL, NULL, now() - interval '29 days'),
    (2, 'Broken tail light', '547.322', current_date - 12, '7:05 PM', current_date + 45, 'Burnet Rd, Austin, TX', '$60', 0,
        'traffic', 'Warning', false, NULL, false, false, NULL, NULL, NULL, 'Show proof of repair to have this dismissed', NULL,
        'Austin Police Department', now() - interval '11 days'),
    (2, 'Expired registration', '502.407', current_date - 25, '11:20 AM', current_date + 5, 'Congress Ave, Austin, TX', '$110.00', 0,
        'traffic', 'Fine', true, now() - interval '1 day', false, false, NULL, NULL, NULL, NULL, NULL,
        'Austin Police Department', now() - interval '24 days'),
    (2, 'Speeding', '545.351', current_date - 60, '5:45 PM', current_date + 14, 'US-183 South, Austin, TX', '$210', 2,
        'speeding', 'Fine', false, NULL, false, false, NULL, NULL, 'Points are added to your record on payment.', NULL,
        'Lidar reading 81 in a 65 zone', 'Texas Highway Patrol', now() - interval '58 days'),
    (2, 'Speeding in a school zone', '545.352', current_date - 70, '7:50 AM', current_date + 30, 'Manchaca Rd, Austin, TX', '$265', 3,
        'speeding', 'Fine', false, NULL, false, false, NULL, NULL, NULL, NULL, NULL, NULL, now() - interval '69 days'),
    (2, 'Red light violation', '544.007', current_date - 15, '1:02 PM', current_date + 20, 'MLK Blvd at I-35, Austin, TX', '$200', 0,
        'other', 'Fine', false, NULL, false, false, NULL, NULL, NULL, NULL, 'Photo of the intersection', 'City of Austin',
        now() - interval '14 days'),
    (2, 'Parking violation', NULL, current_date - 6, '10:10 AM', current_date + 9, 'Red River St, Austin, TX', '$75', 0,
        'parking', 'Fine', false, NULL, false, false, NULL, NULL, NULL, 'The vehicle may be booted', NULL, 'Austin Parking Enterprise',
        now() - interval '5 days'),
    (2, 'Unsecured load', '725.021', current_date - 33, NULL, current_date + 40, 'FM 969, Austin, TX', '$95', 0,
        'other', 'Fine', false, NULL, false, false, NULL, NULL, NULL, NULL, NULL, NULL, now() - interval '32 days'),
    (3, 'Speeding', '316.183', current_date - 50, '11:40 PM', current_date - 12, 'I-95 South, Miami, FL', '$350', 4,
        'traffic', 'Fine', false, NULL, false, false, NULL, NULL, 'Your license is suspended until this is resolved.',
        'A reinstatement fee applies', 'Radar', 'Florida Highway Patrol', now() - interval '49 days'),
    (3, 'Reckless driving', '316.192', current_date - 44, '1:15 AM', current_date + 2, 'Biscayne Blvd, Miami, FL', '$500', 6,
        'traffic', 'Court Required', false, NULL, false, true, current_date + 2, '1:30 PM', 'Jail time is possible.', NULL, NULL,
        'Miami Police Department', now() - interval '43 days'),
    (5, 'Careless driving', '811.135', current_date - 20, '4:30 PM', current_date + 11, 'NW 23rd Ave, Portland, OR', '$265', 2,
        'traffic', 'Fine', false, NULL, false, false, NULL, NULL, NULL, NULL, NULL, 'Portland Police Bureau', now() - interval '19 days'),
    (7, 'Improper lane change', '40-6-123', current_date - 4, '6:25 PM', current_date + 26, 'I-85 North, Atlanta, GA', '$168', 3,
        'traffic', 'Fine', false, NULL, false, false, NULL, NULL, NULL, NULL, NULL, 'Georgia State Patrol', now() - interval '3 days');

INSERT INTO parking (user_id, violation_type, date, due_date, location, amount, status, is_paid, paid_at, created_at)
VALUES
    (2, 'Expired meter', current_date - 8, current_date + 6, '301 W 2nd St, Austin, TX', '$40', 'Unpaid', false, NULL, now() - interval '7 days'),
    (2, 'No parking zone', current_date - 45, current_date - 15, '1100 Congress Ave, Austin, TX', '$65.00', 'Overdue', false, NULL, now() - interval '44 days'),
    (2, 'Street sweeping', current_date - 22, current_date + 1, 'E 6th St, Austin, TX', '$35', 'Paid', true, now() - interval '2 days', now() - interval '21 days'),
    (3, 'Blocking a hydrant', current_date - 3, current_date + 27, 'NW 2nd Ave, Miami, FL', '$115', 'Unpaid', false, NULL, now() - interval '2 days'),
    (5, 'Expired meter', current_date - 3, current_date + 17, 'SW Broadway, Portland, OR', '$44', 'Unpaid', false, NULL, now() - interval '2 days');

INSERT INTO tolls (user_id, toll_road, date, due_date, amount, status, is_paid, paid_at, created_at)
VALUES
    (2, 'SH 130 Toll', current_date - 9, current_date + 12, '$6.42', 'Unpaid', false, NULL, now() - interval '8 days'),
    (2, 'MoPac Express Lane', current_date - 37, current_date - 7, '$12.80', 'Overdue', false, NULL, now() - interval '36 days'),
    (2, '183A Toll', current_date - 20, current_date + 2, '$3.15', 'Paid', true, now() - interval '1 day', now() - interval '19 days'),
    (3, 'Florida''s Turnpike', current_date - 5, current_date + 25, '$9.75', 'Unpaid', false, NULL, now() - interval '4 days');

-- The items of noplate@lanewise.test have the standings that no other item has: being checked, settled with the city, and, with
-- their payments in payments.sql, processing, refunding and chargeback open.
WITH added AS (
    INSERT INTO tickets (user_id, violation_type, violation_code, date, due_date, location, amount, points, category, status, issuer,
        driver_entry, created_at)
    VALUES (5, 'Illegal turn', '811.340', current_date - 6, current_date + 24, 'SE Powell Blvd, Portland, OR', '$165', 0,
        'traffic', 'Fine', 'Portland Traffic Court', 'being_checked', now() - interval '5 hours')
    RETURNING id, user_id, created_at
)
INSERT INTO added_items (user_id, ticket_id, added_at, status) SELECT user_id, id, created_at, 'being_checked' FROM added;
INSERT INTO tickets (user_id, violation_type, violation_code, date, due_date, location, amount, points, category, status, is_paid,
    paid_at, issuer, created_at)
VALUES (5, 'Following too closely', '811.485', current_date - 16, current_date + 14, 'NE Sandy Blvd, Portland, OR', '$215', 2,
    'traffic', 'Fine', true, now() - interval '20 hours', 'Multnomah County Court', now() - interval '15 days');
INSERT INTO parking (user_id, violation_type, date, due_date, location, amount, status, is_settled_unpaid, created_at)
VALUES
    (5, 'Expired permit', current_date - 11, current_date + 19, 'NW 10th Ave, Portland, OR', '$52', 'Unpaid', true, now() - interval '1 day'),
    (5, 'Loading zone', current_date - 4, current_date + 26, 'SW Alder St, Portland, OR', '$61', 'Unpaid', false, now() - interval '3 days');
INSERT INTO tolls (user_id, toll_road, date, due_date, amount, status, is_paid, paid_at, created_at)
VALUES (5, 'Hood River Bridge', current_date - 7, current_date + 23, '$3.50', 'Paid', true, now() - interval '10 hours', now() - interval '6 days');

SELECT setval(pg_get_serial_sequence('users', 'id'), 99);
