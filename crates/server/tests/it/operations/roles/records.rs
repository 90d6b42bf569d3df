//! The records that the requests in the permission table need. Each function returns the id for the request's path.

use crate::support::App;

pub(super) fn insert_inquiry(app: &App, user: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO help_inquiries (user_id, type, created_at) VALUES ({user}, 'chat', now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM help_inquiries")).unwrap()
}

pub(super) fn insert_report(app: &App, user: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at) \
         VALUES ({user}, 'Texas', 'Traffic ticket', now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM missing_ticket_reports")).unwrap()
}

pub(super) fn insert_import(app: &App, admin: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO imports (kind, status, file_name, file_columns, total_lines, created_by, created_at) \
         VALUES ('toll', 'uploaded', 'x.csv', '[{{\"header\": \"a\", \"samples\": []}}]', 1, {admin}, now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM imports")).unwrap()
}

pub(super) fn insert_text_request(app: &App, user: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO text_notification_requests (user_id, phone_number, requested_at) \
         SELECT {user}, (5550000001 + count(*))::text, now() FROM text_notification_requests"
    ));
    i32::try_from(app.count("SELECT max(id) FROM text_notification_requests")).unwrap()
}

pub(super) fn insert_text_reply(app: &App, user: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO notice_replies (provider_id, phone, user_id, body, meaning, received_at, is_solved) \
         VALUES (gen_random_uuid()::text, '5550000001', {user}, 'I cannot come', 'cannot_come', now(), false)"
    ));
    i32::try_from(app.count("SELECT max(id) FROM notice_replies")).unwrap()
}

/// Makes an appearance mandatory for the ticket.
pub(super) fn require_court(app: &App, ticket: i32) -> i32 {
    app.sql(&format!(
        "UPDATE tickets SET is_court_required = true, court_date = current_date + 7 WHERE id = {ticket}"
    ));
    ticket
}

/// Opens another session of the user and returns its id.
pub(super) fn open_session(app: &App, user: domain::shared::ids::UserId) -> i32 {
    app.log_in(user);
    i32::try_from(app.count("SELECT max(id) FROM sessions")).unwrap()
}

pub(super) fn insert_hire(app: &App, user: i32, ticket: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO lawyer_hires (user_id, ticket_id, amount_cents, confirmation_number, status, created_at) \
         VALUES ({user}, {ticket}, 7500, 'CONF-T{ticket}', 'Cancelled', now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM lawyer_hires")).unwrap()
}

/// Returns the lawyer on record. Adds one if there is none.
pub(super) fn find_or_add_lawyer(app: &App) -> i32 {
    if app.count("SELECT count(*) FROM lawyers") == 0 {
        app.lawyer("lawyer");
    }
    i32::try_from(app.count("SELECT max(id) FROM lawyers")).unwrap()
}

/// Makes the hire paid and its case accepted, with an agreement that waits for the driver's signature.
/// Returns the case's id.
pub(super) fn accept_case(app: &App, hire: i32) -> i32 {
    let lawyer = find_or_add_lawyer(app);
    app.sql(&format!(
        "WITH paid AS (
             INSERT INTO payments (user_id, kind, ticket_id, amount_cents, amount_received_cents, status,
                 idempotency_key, confirmation_number, provider_intent_id, settled_at, created_at, updated_at)
             SELECT user_id, 'lawyer', ticket_id, amount_cents, amount_cents, 'settled', 'key-{hire}', confirmation_number,
                 'pi_{hire}', now(), now(), now() FROM lawyer_hires WHERE id = {hire} RETURNING id)
         UPDATE lawyer_hires SET status = 'In Progress', payment_id = (SELECT id FROM paid) WHERE id = {hire};
         UPDATE cases SET handling = 'matched', step = 'accepted', version = 1, lawyer_id = {lawyer}, court_state = 'Texas'
             WHERE hire_id = {hire};
         INSERT INTO case_agreements (hire_id, lawyer_id, text, sha256, sent_at)
             VALUES ({hire}, {lawyer}, 'I represent you.', repeat('a', 64), now())"
    ));
    hire
}

/// Offers the hire's case to the lawyer. Returns the case's id.
pub(super) fn offer_case(app: &App, hire: i32) -> i32 {
    let lawyer = find_or_add_lawyer(app);
    app.sql(&format!(
        "UPDATE lawyer_hires SET status = 'Pending' WHERE id = {hire};
         UPDATE cases SET handling = 'matched', step = 'offered', version = 1, court_state = 'Texas',
             accept_by = now() + interval '5 days', answer_by = now() + interval '1 day' WHERE hire_id = {hire};
         INSERT INTO case_offers (hire_id, lawyer_id, offered_at, answer_by)
             VALUES ({hire}, {lawyer}, now(), now() + interval '1 day')"
    ));
    hire
}

pub(super) fn insert_transaction(app: &App, user: i32, ticket: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO payment_transactions (user_id, payment_type, ticket_id, amount_cents, processing_fee_cents, \
         our_fee_cents, confirmation_number, created_at) \
         VALUES ({user}, 'traffic_ticket', {ticket}, 15000, 299, 299, 'CONF-P{ticket}', now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM payment_transactions")).unwrap()
}

pub fn insert_note(app: &App, user: i32, author: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO staff_notes (subject_kind, subject_id, user_id, author_id, note, created_at) \
         VALUES ('user', {user}, {user}, {author}, 'Calls back', now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM staff_notes")).unwrap()
}

pub fn insert_reply_template(app: &App, staff: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO reply_templates (title, message, created_by, created_at) \
         VALUES (gen_random_uuid()::text, 'Hello', {staff}, now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM reply_templates")).unwrap()
}

/// Lets the driver add a ticket and returns the id of the addition.
pub(super) fn insert_added_item(app: &App, user: i32) -> i32 {
    app.sql(&format!(
        "WITH added AS (
             INSERT INTO tickets (user_id, violation_type, date, location, amount, points, category, driver_entry)
             VALUES ({user}, 'Speeding', current_date, 'Main St', '150', 0, 'traffic', 'being_checked') RETURNING id
         ) INSERT INTO added_items (user_id, ticket_id, added_at) SELECT {user}, id, now() FROM added"
    ));
    i32::try_from(app.count("SELECT max(id) FROM added_items")).unwrap()
}

pub(super) fn insert_hardship_request(app: &App, user: i32, ticket: i32) -> i32 {
    app.sql(&format!(
        "INSERT INTO hardship_requests (user_id, ticket_id, need, amount_cents, situation, asked_at) \
         VALUES ({user}, {ticket}, 'lower_amount', 5000, 'other', now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM hardship_requests")).unwrap()
}
