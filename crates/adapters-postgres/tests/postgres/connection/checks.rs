//! Tests of the constraints of the database, which refuse invalid rows.

use diesel::PgConnection;
use diesel::connection::SimpleConnection;
use diesel::result::Error;
use domain::shared::payable::Payable;

use crate::support::World;

/// Returns a world with a row in each table that the tests change, and a connection to its database.
fn world() -> (World, PgConnection) {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let ticket = world.ticket(user);
    world.parking(user);
    world.toll(user);
    world.payment(user, Payable::Ticket(ticket), "a");
    world.db.execute(&format!(
        "INSERT INTO driving_profiles (user_id) VALUES ({user});
         INSERT INTO sessions (user_id, token_hash, login_time, last_activity, expires_at, address)
             VALUES ({user}, decode(repeat('00', 32), 'hex'), now(), now(), now(), '::1');
         INSERT INTO payment_transactions (user_id, payment_type, ticket_id, amount_cents, processing_fee_cents, our_fee_cents,
             confirmation_number, created_at) VALUES ({user}, 'traffic_ticket', {ticket}, 1, 2, 3, 'CONF-1', now());
         INSERT INTO lawyer_hires (user_id, amount_cents, confirmation_number, created_at) VALUES ({user}, 1, 'CONF-2', now());
         INSERT INTO lawyers (name, firm, takes_misdemeanors, capacity, email, phone, trust_account_name, created_at)
             VALUES ('Ruth Gray', 'Gray Law', true, 5, 'ruth@example.com', '5551234567', 'Gray Law IOLTA', now());
         INSERT INTO lawyer_photos (lawyer_id, content, added_at) SELECT id, 'x', now() FROM lawyers;
         INSERT INTO lawyer_licenses (lawyer_id, state, number) SELECT id, 'Texas', '24001' FROM lawyers;
         INSERT INTO lawyer_areas (lawyer_id, state) SELECT id, 'Texas' FROM lawyers;
         INSERT INTO lawyer_statements (lawyer_id, month, fee_cents, made_at) SELECT id, '2026-11-01', 20000, now() FROM lawyers;
         INSERT INTO case_events (hire_id, kind, step, at, actor) SELECT hire_id, 'offered', 'offered', now(), 'system' FROM cases;
         INSERT INTO case_offers (hire_id, lawyer_id, offered_at, answer_by) SELECT hire_id, lawyers.id, now(), now() FROM cases, lawyers;
         INSERT INTO case_agreements (hire_id, lawyer_id, text, sha256, sent_at)
             SELECT hire_id, lawyers.id, 'x', repeat('0', 64), now() FROM cases, lawyers;
         INSERT INTO case_keys (hire_id, sealed_key, created_at) SELECT hire_id, decode(repeat('00', 83), 'hex'), now() FROM cases;
         INSERT INTO case_messages (hire_id, lawyer_id, is_from_lawyer, sealed, sent_at)
             SELECT hire_id, lawyers.id, true, decode(repeat('00', 50), 'hex'), now() FROM cases, lawyers;
         INSERT INTO case_files (hire_id, is_from_lawyer, sealed_name, kind, bytes, added_at)
             SELECT hire_id, true, decode(repeat('00', 50), 'hex'), 'pdf', 1, now() FROM cases;
         INSERT INTO case_file_pieces (file_id, number, content) SELECT id, 0, 'x' FROM case_files;
         INSERT INTO file_keys (user_id, sealed_key, created_at) VALUES ({user}, decode(repeat('00', 83), 'hex'), now());
         INSERT INTO item_files (user_id, ticket_id, is_from_staff, kind, bytes, sealed_name, content_name, added_at)
             VALUES ({user}, {ticket}, false, 'jpeg', 1, decode(repeat('00', 50), 'hex'), repeat('a', 43), now());
         INSERT INTO item_file_pieces (file_id, number, sealed) SELECT id, 0, decode(repeat('00', 50), 'hex') FROM item_files;
         INSERT INTO case_event_files (event_id, file_id) SELECT case_events.id, case_files.id FROM case_events, case_files;
         INSERT INTO case_consents (hire_id, kind, asked_at) SELECT hire_id, 'staff_reading', now() FROM cases;
         INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at)
             VALUES ({user}, 'Texas', 'Parking ticket', now());
         INSERT INTO text_notification_requests (phone_number, requested_at) VALUES ('5551234567', now());
         INSERT INTO help_inquiries (user_id, type, created_at) VALUES ({user}, 'chat', now());
         INSERT INTO chat_messages (help_inquiry_id, sender_id, sender_type, message, created_at, client_message_id)
             SELECT id, {user}, 'user', 'Hello', now(), 'm1' FROM help_inquiries;
         INSERT INTO security_events (kind, severity, address, path, created_at) VALUES ('x', 'low', '::1', '/', now());
         INSERT INTO blocked_ips (address, reason, blocked_at, expires_at) VALUES ('::1', 'x', now(), now() + INTERVAL '1 hour');
         INSERT INTO jobs (kind, dedupe_key) VALUES ('x', 'k');
         INSERT INTO payment_events (provider_event_id, kind, body, understood, received_at) VALUES ('e', '', '', true, now())"
    ));
    let connection = world.db.connection();
    (world, connection)
}

/// Runs a statement that must fail, and returns the name of the violated constraint. For a null that isn't allowed,
/// returns the name of the column.
fn violated_constraint(connection: &mut PgConnection, statement: &str) -> String {
    match connection.batch_execute(statement) {
        Err(Error::DatabaseError(_, about)) => {
            let violated = about.constraint_name().or(about.column_name()).unwrap_or(about.message());
            violated.to_owned()
        }
        other => panic!("{statement} was not refused: {other:?}"),
    }
}

#[test]
fn invalid_column_values_are_refused_by_database_constraints() {
    let (_world, mut connection) = world();
    let long = "repeat('x', 5000)";
    for (table, set, constraint) in [
        ("users", "email = 'no address'", "users_email_check"),
        ("users", "email = NULL", "email"),
        ("users", "password_hash = 'secret'", "users_password_hash_check"),
        ("users", "role = 'owner'", "users_role_check"),
        ("users", "full_name = ''", "users_full_name_check"),
        ("users", &format!("full_name = {long}"), "users_full_name_check"),
        ("users", "state = 'TX'", "users_state_check"),
        ("users", "state = 'Ontario'", "users_state_check"),
        ("users", "vehicle_state = 'ON'", "users_vehicle_state_check"),
        ("users", &format!("drivers_license_number = {long}"), "users_drivers_license_number_check"),
        ("users", "date_of_birth = '1899-12-31'", "users_date_of_birth_check"),
        ("users", "phone_number = '555123456'", "users_phone_number_check"),
        ("users", "phone_number = '(555) 123-4567'", "users_phone_number_check"),
        ("users", "vehicle_license_plate = 'abc'", "users_vehicle_license_plate_check"),
        ("users", "vehicle_license_plate = ' ABC'", "users_vehicle_license_plate_check"),
        ("users", "vehicle_license_plate = 'ABCDEFGHIJK'", "users_vehicle_license_plate_check"),
        ("users", "license_status = 'revoked'", "users_license_status_check"),
        ("users", "signup_step = 0", "users_signup_step_check"),
        ("users", "signup_step = 6", "users_signup_step_check"),
        // The digits of the SSN are stored only while staff need them.
        ("users", "sealed_ssn = 'x'", "users_sealed_ssn_check"),
        (
            "users",
            "sealed_ssn = 'x', status_requested_at = now(), is_status_request_solved = true",
            "users_sealed_ssn_check",
        ),
        ("sessions", "token_hash = 'short'", "sessions_token_hash_check"),
        ("sessions", "expires_at = login_time - INTERVAL '1 second'", "sessions_times_check"),
        ("sessions", "expires_at = login_time + INTERVAL '12 hours 1 second'", "sessions_times_check"),
        ("sessions", &format!("user_agent = {long}"), "sessions_user_agent_check"),
        ("driving_profiles", "current_points = -1", "driving_profiles_current_points_check"),
        ("driving_profiles", "total_points = 0", "driving_profiles_total_points_check"),
        ("driving_profiles", "status = ''", "driving_profiles_status_check"),
        ("tickets", "points = -1", "tickets_points_check"),
        ("tickets", "points = 12", "tickets_points_check"),
        ("tickets", "category = 'toll'", "tickets_category_check"),
        ("tickets", "status = 'Paid'", "tickets_status_check"),
        ("tickets", "violation_type = ''", "tickets_violation_type_check"),
        ("tickets", "amount = ''", "tickets_amount_check"),
        ("tickets", &format!("location = {long}"), "tickets_location_check"),
        ("tickets", "is_paid = true", "tickets_paid_check"),
        ("tickets", "paid_at = now()", "tickets_paid_check"),
        ("tickets", "processing_fee_type = 'none'", "tickets_processing_fee_type_check"),
        ("tickets", "processing_fee_hundredths = -1", "tickets_processing_fee_hundredths_check"),
        ("tickets", "our_processing_fee_cents = -1", "tickets_our_processing_fee_cents_check"),
        ("tickets", "removed_at = now()", "tickets_removed_check"),
        ("tickets", "court_state = 'TX'", "tickets_court_state_check"),
        ("tickets", "court_state = 'Texas', court_zone = 'Europe/Paris'", "tickets_court_zone_check"),
        ("tickets", "court_zone = 'America/Denver'", "tickets_court_zone_check"),
        (
            "tickets",
            "removed_at = now(), removed_by = user_id, removal_result = ''",
            "tickets_removal_result_check",
        ),
        ("parking", "removed_at = now()", "parking_removed_check"),
        (
            "parking",
            "removed_at = now(), removed_by = user_id, removal_result = ''",
            "parking_removal_result_check",
        ),
        ("tolls", "removed_by = user_id", "tolls_removed_check"),
        (
            "tolls",
            "removed_at = now(), removed_by = user_id, removal_result = ''",
            "tolls_removal_result_check",
        ),
        ("parking", "status = 'Fine'", "parking_status_check"),
        ("parking", "is_paid = true, status = 'Paid'", "parking_paid_check"),
        ("parking", "is_paid = true, paid_at = now()", "parking_paid_status_check"),
        ("tolls", "paid_at = now(), status = 'Paid'", "tolls_paid_check"),
        ("tolls", "is_paid = true, paid_at = now(), status = 'Overdue'", "tolls_paid_status_check"),
        ("tolls", "toll_road = ''", "tolls_toll_road_check"),
        ("payments", "amount_cents = 0", "payments_amount_cents_check"),
        ("payments", "amount_received_cents = -1", "payments_amount_received_cents_check"),
        ("payments", "kind = 'fine'", "payments_kind_check"),
        ("payments", "kind = 'parking'", "payments_item_check"),
        ("payments", "ticket_id = NULL", "payments_item_check"),
        ("payments", "toll_id = (SELECT min(id) FROM tolls)", "payments_item_check"),
        ("payments", "status = 'paid', provider_intent_id = 'pi'", "payments_status_check"),
        ("payments", "status = 'open'", "payments_intent_check"),
        ("payments", "status = 'settled', provider_intent_id = 'pi'", "payments_settled_check"),
        ("payment_transactions", "payment_type = 'lawyer'", "payment_transactions_payment_type_check"),
        ("payment_transactions", "payment_type = 'toll'", "payment_transactions_item_check"),
        ("payment_transactions", "amount_cents = -1", "payment_transactions_amount_cents_check"),
        ("payment_transactions", "our_fee_cents = -1", "payment_transactions_our_fee_cents_check"),
        ("payment_transactions", "status = 'Pending'", "payment_transactions_status_check"),
        ("lawyer_hires", "contact_method = 'phone'", "lawyer_hires_contact_check"),
        ("lawyer_hires", "contact_method = 'fax', contact_value = '1'", "lawyer_hires_contact_method_check"),
        ("lawyer_hires", "status = 'pending'", "lawyer_hires_status_check"),
        ("lawyers", "capacity = 0", "lawyers_capacity_check"),
        ("lawyers", "phone = '(555) 123-4567'", "lawyers_phone_check"),
        ("lawyers", "monthly_fee_cents = 99, fee_from = '2026-11-01'", "lawyers_monthly_fee_cents_check"),
        ("lawyers", "monthly_fee_cents = 100", "lawyers_fee_from_check"),
        ("lawyers", "fee_from = '2026-11-02'", "lawyers_fee_from_check"),
        ("lawyer_statements", "month = '2026-11-02'", "lawyer_statements_month_check"),
        ("lawyer_statements", "fee_cents = 1000001", "lawyer_statements_fee_cents_check"),
        ("lawyer_statements", "paid_on = '2026-12-01'", "lawyer_statements_paid_check"),
        (
            "lawyer_statements",
            "reference = '', paid_on = '2026-12-01', recorded_at = now()",
            "lawyer_statements_reference_check",
        ),
        ("lawyer_licenses", "number = ''", "lawyer_licenses_number_check"),
        ("lawyer_licenses", "state = 'TX'", "lawyer_licenses_state_check"),
        ("lawyer_areas", "county = 'Travis', court_id = 1", "lawyer_areas_area_check"),
        ("cases", "step = 'Hired'", "cases_step_check"),
        ("cases", "handling = 'by_lawyer'", "cases_handling_check"),
        ("cases", "outcome = 'lost'", "cases_outcome_check"),
        ("cases", "outcome_points = 2", "cases_verdict_check"),
        ("cases", "fee_price_cents = 0", "cases_fee_check"),
        ("cases", "fee_price_cents = 1", "cases_fee_complete_check"),
        (
            "cases",
            "fee_price_cents = 1, fee_mode = 'x', fee_appearance_percent = 1, guarantee_infraction = 'nobody', guarantee_misdemeanor = 'nobody'",
            "cases_fee_mode_check",
        ),
        (
            "cases",
            "fee_price_cents = 1, fee_mode = 'off', fee_appearance_percent = 1, guarantee_infraction = 'nobody', guarantee_misdemeanor = 'lawyer'",
            "cases_guarantee_check",
        ),
        ("cases", "court_state = 'TX'", "cases_court_state_check"),
        ("case_events", &format!("note = {long}"), "case_events_note_check"),
        ("case_offers", "result = 'accepted'", "case_offers_answered_check"),
        ("case_offers", "result = 'lost', answered_at = now()", "case_offers_result_check"),
        ("case_agreements", "sha256 = 'abc'", "case_agreements_sha256_check"),
        ("case_agreements", "signed_at = now()", "case_agreements_signed_check"),
        ("case_keys", "sealed_key = 'short'", "case_keys_sealed_key_check"),
        ("case_messages", "sealed = 'Hello'", "case_messages_sealed_check"),
        ("case_files", "sealed_name = 'x.pdf'", "case_files_sealed_name_check"),
        ("case_files", "kind = 'gif'", "case_files_kind_check"),
        ("case_files", "bytes = 15728641", "case_files_bytes_check"),
        ("case_file_pieces", "number = 61", "case_file_pieces_number_check"),
        ("case_file_pieces", "content = ''", "case_file_pieces_content_check"),
        ("file_keys", "sealed_key = 'short'", "file_keys_sealed_key_check"),
        ("item_files", "kind = 'gif'", "item_files_kind_check"),
        ("item_files", "kind = 'pdf'", "item_files_pdf_check"),
        ("item_files", "bytes = 15728641", "item_files_bytes_check"),
        ("item_files", "ticket_id = NULL", "item_files_item_check"),
        ("item_files", "stored_at = now()", "item_files_stored_check"),
        ("item_files", "sha256 = 'short', stored_at = now()", "item_files_sha256_check"),
        ("item_files", "sealed_name = 'x.pdf'", "item_files_sealed_name_check"),
        ("item_files", "content_name = '../../x'", "item_files_content_name_check"),
        ("item_file_pieces", "number = 15", "item_file_pieces_number_check"),
        ("item_file_pieces", "sealed = ''", "item_file_pieces_sealed_check"),
        ("case_consents", "kind = 'other'", "case_consents_kind_check"),
        ("case_consents", "kind = 'record_for_lawyer'", "case_consents_lawyer_check"),
        ("case_consents", "given_at = now()", "case_consents_expires_check"),
        ("missing_ticket_reports", "state = 'Ontario'", "missing_ticket_reports_state_check"),
        ("missing_ticket_reports", "ticket_type = 'Toll'", "missing_ticket_reports_ticket_type_check"),
        ("missing_ticket_reports", "status = 'Lost'", "missing_ticket_reports_status_check"),
        ("text_notification_requests", "phone_number = ''", "text_notification_requests_phone_number_check"),
        ("text_notification_requests", "is_sent = true", "text_notification_requests_sent_check"),
        ("help_inquiries", "type = 'mail'", "help_inquiries_type_check"),
        ("help_inquiries", "type = 'callback'", "help_inquiries_callback_check"),
        ("help_inquiries", "status = 'resolved'", "help_inquiries_resolved_check"),
        ("help_inquiries", "resolved_at = now()", "help_inquiries_resolved_check"),
        ("chat_messages", "message = ''", "chat_messages_message_check"),
        ("chat_messages", &format!("message = {long}"), "chat_messages_message_check"),
        ("chat_messages", "sender_type = 'driver'", "chat_messages_sender_type_check"),
        ("security_events", "severity = 'severe'", "security_events_severity_check"),
        ("blocked_ips", "expires_at = blocked_at", "blocked_ips_times_check"),
        ("jobs", "attempts = -1", "jobs_attempts_check"),
    ] {
        let statement = format!("UPDATE {table} SET {set}");
        assert_eq!(violated_constraint(&mut connection, &statement), constraint, "{statement}");
    }
}

#[test]
fn duplicates_violate_their_unique_constraints() {
    let (_world, mut connection) = world();
    for (statement, constraint) in [
        (
            "INSERT INTO users (email, password_hash) SELECT upper(email), password_hash FROM users",
            "users_email_key",
        ),
        (
            "INSERT INTO sessions (user_id, token_hash, login_time, last_activity, expires_at, address)
             SELECT user_id, token_hash, login_time, last_activity, expires_at, address FROM sessions",
            "sessions_token_hash_key",
        ),
        ("INSERT INTO driving_profiles (user_id) SELECT user_id FROM driving_profiles", "driving_profiles_user_id_key"),
        (
            "INSERT INTO chat_messages (help_inquiry_id, sender_id, sender_type, message, created_at, client_message_id)
             SELECT help_inquiry_id, sender_id, 'admin', 'Other', now(), client_message_id FROM chat_messages",
            "chat_messages_client_message_id_key",
        ),
        (
            "INSERT INTO blocked_ips (address, reason, blocked_at, expires_at)
             SELECT address, reason, blocked_at, expires_at FROM blocked_ips",
            "blocked_ips_address_key",
        ),
        ("INSERT INTO jobs (kind, dedupe_key) VALUES ('y', 'k')", "jobs_dedupe_key_key"),
        (
            "INSERT INTO payment_events (provider_event_id, kind, body, understood, received_at)
             VALUES ('e', '', '', true, now())",
            "payment_events_provider_event_id_key",
        ),
    ] {
        assert_eq!(violated_constraint(&mut connection, statement), constraint, "{statement}");
    }
}

#[test]
fn users_tickets_and_payments_that_records_refer_to_cannot_be_deleted() {
    let (world, mut connection) = world();
    for table in ["users", "tickets", "payments"] {
        // Makes the only transaction refer to the only payment.
        world.db.execute("UPDATE payment_transactions SET payment_id = (SELECT max(id) FROM payments)");
        let broken = violated_constraint(&mut connection, &format!("DELETE FROM {table}"));
        assert!(broken.ends_with("_fkey"), "{broken}");
    }
    // If an inquiry is deleted, its messages are deleted too.
    world.db.execute("DELETE FROM help_inquiries");
    assert_eq!(world.db.value("SELECT count(*) FROM chat_messages"), Some("0".to_owned()));
}
