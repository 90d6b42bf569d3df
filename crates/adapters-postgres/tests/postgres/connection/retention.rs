//! Tests of the deletion of expired data. Each kind of data is deleted in batches that don't block other work
//! (docs/product/running.md#how-long-things-are-kept).

use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::connection::SimpleConnection;
use domain::payments::payment::PaymentStatus;
use domain::shared::payable::Payable;
use domain::shared::retention::RetainedData;
use ports::shared::retention::ExpiredRecords;

use crate::support::{World, at};

fn days_ago(days: i64) -> DateTime<Utc> {
    at(0) - TimeDelta::days(days)
}

/// Returns a world with an old row and a new row of each kind of data.
fn world_with_old_rows() -> World {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    for (number, age) in [400, 1].into_iter().enumerate() {
        let then = format!("'{}'::timestamptz", days_ago(age).to_rfc3339());
        let ticket = world.ticket(user);
        let payment = world
            .payment_in(user, Payable::Ticket(ticket), &format!("p{number}"), PaymentStatus::Cancelled)
            .id;
        let other = world.user(&format!("asks{number}@example.com"));
        world.db.execute(&format!(
            "INSERT INTO sessions (user_id, token_hash, login_time, last_activity, expires_at, address)
                 VALUES ({user}, decode(md5('{age}') || md5('{age}'), 'hex'), {then}, {then}, {then} + interval '12 hours', '::1');
             INSERT INTO pending_logins (token_hash, user_id, password_hash, expires_at)
                 VALUES (decode(md5('{age}') || md5('{age}'), 'hex'), {user}, 'x', {then});
             INSERT INTO blocked_ips (address, reason, blocked_at, expires_at) VALUES ('{age}', 'x', {then}, {then} + interval '1 hour');
             INSERT INTO account_links (user_id, purpose, created_at, expires_at)
                 VALUES ({user}, 'password_reset', {then}, {then} + interval '1 hour');
             INSERT INTO staff_invitations (email, invited_by, created_at, expires_at)
                 VALUES ('{age}@example.com', {user}, {then}, {then} + interval '1 hour');
             INSERT INTO login_failures (address, failed_at) VALUES ('::1', {then});
             INSERT INTO login_places (user_id, address, seen_at) VALUES ({user}, '{age}', {then});
             INSERT INTO card_declines (charge_id, payment_id, user_id, declined_at) VALUES ('{age}', {payment}, {user}, {then});
             INSERT INTO payment_askers (payment_id, address, asked_at) VALUES ({payment}, '::1', {then});
             INSERT INTO unconfirmed_messages (channel, recipient, sent_at)
                 VALUES ('mail', decode(md5('{age}') || md5('{age}'), 'hex'), {then});
             INSERT INTO jobs (kind, done_at) VALUES ('x', {then});
             INSERT INTO security_events (kind, severity, address, path, created_at) VALUES ('x', 'low', '::1', '/', {then});
             INSERT INTO csp_reports (day, directive, host, reports) VALUES (({then})::date, 'img-src', 'evil.example', 1);
             INSERT INTO payment_events (provider_event_id, kind, body, understood, received_at)
                 VALUES ('a{age}', 'x', 'x', true, {then}), ('b{age}', 'x', 'x', false, {then});
             INSERT INTO help_inquiries (user_id, type, status, created_at, resolved_at)
                 VALUES ({user}, 'chat', 'resolved', {then}, {then}), ({user}, 'chat', 'pending', {then}, NULL);
             INSERT INTO chat_messages (help_inquiry_id, sender_id, sender_type, message, created_at)
                 SELECT id, user_id, 'user', 'x', created_at FROM help_inquiries;
             INSERT INTO staff_notes (subject_kind, subject_id, user_id, author_id, note, created_at)
                 VALUES ('user', {user}, {user}, {user}, 'x', {then});
             INSERT INTO imports (kind, status, file_name, file_columns, total_lines, created_by, created_at)
                 VALUES ('toll', 'stored', 'x', '[]', 1, {user}, {then});
             INSERT INTO waiting_citations (import_id, line, kind, fields, key, created_at, stored_at)
                 SELECT max(id), 2, 'toll', '[]', decode(md5('{age}') || md5('{age}'), 'hex'), {then}, {then} FROM imports;
             INSERT INTO source_runs (source, reason, round_at, started_at, ended_at) VALUES ('nyc', 'daily', {then}, {then}, {then});
             INSERT INTO notices (user_id, channel, kind, day, due_at) VALUES ({user}, 'mail', 'reminder', ({then})::date, {then});
             INSERT INTO notice_replies (provider_id, notice_id, meaning, received_at, is_solved)
                 SELECT 'solved{age}', max(id), 'other', {then}, true FROM notices;
             INSERT INTO notice_replies (provider_id, meaning, received_at, is_solved) VALUES ('open{age}', 'other', {then}, false);
             INSERT INTO lawyer_hires (user_id, amount_cents, confirmation_number, status, created_at)
                 VALUES ({user}, 1, 'CONF-CASE{age}', 'Completed', {then});
             INSERT INTO case_keys (hire_id, sealed_key, created_at)
                 SELECT max(id), decode(repeat('00', 83), 'hex'), {then} FROM lawyer_hires;
             INSERT INTO case_files (hire_id, is_from_lawyer, sealed_name, kind, bytes, added_at)
                 SELECT max(hire_id), false, decode(repeat('00', 50), 'hex'), 'pdf', 1, {then} FROM case_keys;
             INSERT INTO case_file_pieces (file_id, number, content) SELECT max(id), 0, 'x' FROM case_files;
             INSERT INTO file_keys (user_id, sealed_key, created_at)
                 VALUES ({user}, decode(repeat('00', 83), 'hex'), {then}) ON CONFLICT DO NOTHING;
             INSERT INTO item_files (user_id, ticket_id, is_from_staff, kind, bytes, sealed_name, content_name, added_at)
                 VALUES ({user}, {ticket}, false, 'jpeg', 5, decode(repeat('00', 50), 'hex'), lpad('{age}', 43, '0'), {then});
             INSERT INTO item_file_pieces (file_id, number, sealed)
                 SELECT max(id), 0, decode(repeat('00', 50), 'hex') FROM item_files;
             UPDATE users SET sealed_ssn = 'x', status_requested_at = {then} WHERE id = {other};
             UPDATE payments SET updated_at = {then} WHERE id = {payment}"
        ));
    }
    world
}

/// Returns the number of rows with this kind of data.
fn count_rows(world: &World, kind: RetainedData) -> usize {
    let from = match kind {
        RetainedData::Sessions => "sessions",
        RetainedData::PendingLogins => "pending_logins",
        RetainedData::Blocks => "blocked_ips",
        RetainedData::Links => "account_links",
        RetainedData::Invitations => "staff_invitations",
        RetainedData::LoginFailures => "login_failures",
        RetainedData::LoginAddresses => "login_places",
        RetainedData::Declines => "card_declines",
        RetainedData::PaymentAddresses => "payment_askers",
        RetainedData::UnconfirmedMessages => "unconfirmed_messages",
        RetainedData::Jobs => "jobs",
        RetainedData::SecurityEvents => "security_events",
        RetainedData::CspReports => "csp_reports",
        RetainedData::ProviderEvents => "payment_events WHERE understood",
        RetainedData::UnreadEvents => "payment_events WHERE NOT understood",
        RetainedData::Chats => "help_inquiries WHERE status = 'resolved'",
        RetainedData::Notes => "staff_notes",
        RetainedData::UnsolvedDigits => "users WHERE sealed_ssn IS NOT NULL",
        RetainedData::AbandonedPayments => "payments",
        RetainedData::UnclaimedCitations => "waiting_citations",
        RetainedData::SourceRuns => "source_runs",
        RetainedData::Notices => "notices",
        RetainedData::Replies => "notice_replies WHERE is_solved",
        RetainedData::CaseSecrets => "case_keys",
        RetainedData::IncompleteOriginals => "item_file_pieces",
    };
    world.db.value(&format!("SELECT count(*) FROM {from}")).unwrap().parse().unwrap()
}

#[test]
fn expired_rows_of_each_kind_are_deleted_and_recent_rows_are_retained() {
    let mut world = world_with_old_rows();
    let before = days_ago(30);
    for old in RetainedData::ALL {
        assert_eq!(count_rows(&world, *old), 2, "{old}");
        assert_eq!(world.store().delete_expired(*old, before, 9).unwrap(), 1, "{old}");
        assert_eq!(count_rows(&world, *old), 1, "{old}");
        assert_eq!(world.store().delete_expired(*old, before, 9).unwrap(), 0, "{old}");
    }
    let count = |sql: &str| world.db.value(&format!("SELECT count(*) FROM {sql}")).unwrap();
    assert_eq!(count("help_inquiries WHERE status = 'pending'"), "2", "open inquiries stay at any age");
    assert_eq!(count("notice_replies WHERE NOT is_solved"), "2", "open replies stay at any age");
    assert_eq!((count("case_files"), count("case_file_pieces")), ("1".to_owned(), "1".to_owned()));
    assert_eq!(count("item_files"), "2", "the reduced copies of photos stay");
    assert_eq!(count("chat_messages"), "4", "messages are deleted with their inquiry");
    assert_eq!(count("users WHERE status_requested_at IS NOT NULL"), "2", "the status requests stay");
}

#[test]
fn an_abandoned_payment_is_deleted_only_if_no_record_refers_to_it() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let ticket = world.ticket(user);
    let payment = world.payment_in(user, Payable::Ticket(ticket), "a", PaymentStatus::Cancelled).id;
    world.db.execute(&format!(
        "UPDATE payments SET updated_at = '2020-01-01';
         INSERT INTO book_differences (subject, kind, ours_cents, theirs_cents, currency, payment_id, moved_at)
             VALUES ('pi_a', 'not_ours', 0, 1, 'usd', {payment}, now())"
    ));
    assert_eq!(world.store().delete_expired(RetainedData::AbandonedPayments, at(0), 9).unwrap(), 0);
    world.db.execute("DELETE FROM book_differences");
    assert_eq!(world.store().delete_expired(RetainedData::AbandonedPayments, at(0), 9).unwrap(), 1);
}

#[test]
fn expired_rows_are_deleted_in_limited_batches_that_skip_locked_rows() {
    let mut world = World::new();
    world.db.execute(
        "INSERT INTO login_failures (address, failed_at) SELECT 'a' || n, '2020-01-01' FROM generate_series(1, 25) AS n",
    );
    let mut other = world.db.connection();
    other
        .batch_execute("BEGIN; UPDATE login_failures SET address = 'held' WHERE address IN ('a1', 'a2')")
        .unwrap();
    let started_at = Instant::now();
    let mut batches = vec![];
    while batches.last() != Some(&0) {
        batches.push(world.store().delete_expired(RetainedData::LoginFailures, at(0), 10).unwrap());
    }
    assert_eq!(batches, [10, 10, 3, 0]);
    assert!(started_at.elapsed() < Duration::from_secs(2), "the batch waited for a locked row");
    other.batch_execute("COMMIT").unwrap();
    assert_eq!(world.store().delete_expired(RetainedData::LoginFailures, at(0), 10).unwrap(), 2);
}
