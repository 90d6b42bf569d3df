//! Tests that run each migration after release 0.1 while a server of release 0.1 handles requests. None of that
//! server's statements may fail (migrations/README.md#under-live-traffic).

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use adapters_postgres::migrate;
use adapters_postgres::testing::TestDatabase;
use diesel::connection::SimpleConnection;
use diesel::{PgConnection, QueryResult};

/// The last migration of release 0.1 (docs/RELEASES.md).
const RELEASE_0_1: &str = "20261122000070";
/// The session settings that the pool of release 0.1 uses.
const AS_0_1: &str =
    "SET statement_timeout = 5000; SET lock_timeout = 3000; SET idle_in_transaction_session_timeout = 60000";
/// The maximum time to wait for a condition, on a busy machine.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// Starts a transaction that has read these tables and stays open. A statement that needs an exclusive lock on
/// one of these tables waits for this transaction.
const READ_LOCKS_OF_A_LONG_TRANSACTION: &str = "BEGIN; LOCK TABLE users, sessions, audit_log, security_events, payments, payment_events, tickets,
    chat_messages, help_inquiries, jobs, lawyer_hires, login_places, login_failures, pending_logins, refunds IN ACCESS SHARE MODE";

const SEED: &str = "
    INSERT INTO users (email, password_hash, full_name, created_at)
        SELECT 'driver' || n || '@example.test', '$argon2id$none', 'Driver ' || n, now() FROM generate_series(1, 200) AS n;
    INSERT INTO tickets (user_id, violation_type, date, location, amount, category)
        SELECT id, 'Speeding', current_date, 'Main St', '$150', 'traffic' FROM users, generate_series(1, 5);
    INSERT INTO help_inquiries (user_id, type, message, created_at) SELECT id, 'chat', 'Hello', now() FROM users;
    INSERT INTO chat_messages (help_inquiry_id, sender_id, sender_type, message, created_at)
        SELECT id, user_id, 'user', 'Hello', created_at FROM help_inquiries;
    INSERT INTO audit_log (actor_id, action, subject_kind, subject_id, address, created_at)
        SELECT 2, 'log_in', 'user', 2, '::1', now() - interval '1 day' * (n % 400) FROM generate_series(1, 2000) AS n;
    INSERT INTO security_events (kind, severity, address, path, user_id, created_at)
        SELECT 'login', 'low', '::1', '/api/login', 2 + n % 100, now() - interval '1 day' * (n % 80) FROM generate_series(1, 2000) AS n;
    INSERT INTO payment_events (provider_event_id, kind, body, understood, received_at)
        SELECT 'evt_' || n, 'charge.succeeded', '{}', true, now() - interval '1 day' * (n % 80) FROM generate_series(1, 2000) AS n;
    INSERT INTO jobs (kind, payload) SELECT 'mail', '{}' FROM generate_series(1, 50);
    ANALYZE";

/// Statements that a server of release 0.1 prepares once for each connection. These statements must still
/// work after a migration.
const PREPARED: &str = "
    PREPARE session (bytea) AS SELECT sessions.id, users.email FROM sessions INNER JOIN users ON sessions.user_id = users.id
        WHERE sessions.token_hash = $1 AND users.closed_at IS NULL LIMIT 1;
    PREPARE audit (int, text, text, int, text) AS INSERT INTO audit_log
        (actor_id, action, subject_kind, subject_id, before, after, address, created_at) VALUES ($1, $2, $3, $4, '{}', '{}', $5, now());
    PREPARE event (text, text, text, text, int) AS INSERT INTO security_events
        (kind, severity, address, path, user_id, times, created_at) VALUES ($1, $2, $3, $4, $5, 1, now());
    PREPARE again (int, text, text) AS UPDATE security_events SET times = times + 1 WHERE id = (
        SELECT id FROM security_events WHERE user_id = $1 AND kind = $2 AND path = $3 AND created_at > now() - interval '1 minute'
        ORDER BY created_at DESC LIMIT 1);
    PREPARE trail (text) AS SELECT id, actor_id, action, subject_kind, subject_id, before, after, address, created_at FROM audit_log
        WHERE action = $1 ORDER BY created_at DESC, id DESC LIMIT 50";

/// Returns the statements of a login and a logout. The `number` makes the session unique, and selects the user.
fn login_statements(number: u32) -> Vec<String> {
    let user = 2 + number % 200;
    vec![
        format!("SELECT id, password_hash FROM users WHERE lower(email) = lower('driver{}@example.test') AND closed_at IS NULL", user - 1),
        "SELECT count(*), max(failed_at) FROM login_failures WHERE address = '10.0.0.1' AND failed_at > now() - interval '1 day'".to_owned(),
        format!(
            "BEGIN; SELECT password_hash FROM users WHERE id = {user} AND closed_at IS NULL FOR NO KEY UPDATE;
             INSERT INTO sessions (user_id, token_hash, login_time, last_activity, expires_at, address, user_agent)
                 VALUES ({user}, decode(md5('{number}') || md5('b{number}'), 'hex'), now(), now(), now() + interval '30 minutes', '10.0.0.1', NULL)
                 RETURNING id, user_id, login_time, last_activity, expires_at, address;
             INSERT INTO login_places (user_id, address, seen_at) VALUES ({user}, '10.0.0.1', now())
                 ON CONFLICT (user_id, address) DO UPDATE SET seen_at = excluded.seen_at;
             EXECUTE audit ({user}, 'log_in', 'user', {user}, '10.0.0.1');
             EXECUTE again ({user}, 'login', '/admin/audit');
             EXECUTE event ('login', 'low', '10.0.0.1', '/admin/audit', {user}); COMMIT"
        ),
        format!("EXECUTE session (decode(md5('{number}') || md5('b{number}'), 'hex'))"),
        "EXECUTE trail ('log_in')".to_owned(),
        format!("DELETE FROM sessions WHERE token_hash = decode(md5('{number}') || md5('b{number}'), 'hex')"),
    ]
}

/// Returns the statements for a chat message. The `number` makes the message unique, and selects the inquiry.
fn chat_statements(number: u32) -> Vec<String> {
    let inquiry = 1 + number % 200;
    vec![
        format!(
            "BEGIN; SELECT id, user_id, status FROM help_inquiries WHERE id = {inquiry} FOR UPDATE;
             INSERT INTO chat_messages (help_inquiry_id, sender_id, sender_type, message, created_at, client_message_id)
                 SELECT id, user_id, 'user', 'Still there?', now(), 'c{number}' FROM help_inquiries WHERE id = {inquiry}
                 RETURNING id, help_inquiry_id, sender_id, sender_type, message, created_at, is_read;
             UPDATE help_inquiries SET is_seen_by_admin = false, is_solved = false WHERE id = {inquiry};
             SELECT pg_notify('lanewise', 'chat {number}'); COMMIT"
        ),
        format!(
            "SELECT id, help_inquiry_id, sender_id, sender_type, message, created_at, is_read FROM chat_messages
             WHERE help_inquiry_id = {inquiry} ORDER BY id LIMIT 200"
        ),
    ]
}

/// Returns the statements for a payment. The `number` makes the payment unique, and selects the ticket.
fn payment_statements(number: u32) -> Vec<String> {
    let ticket = 1 + number % 1000;
    let of = format!("SELECT id FROM payments WHERE idempotency_key = 'key{number}'");
    vec![
        format!(
            "BEGIN; SELECT id, amount, is_paid FROM tickets WHERE id = {ticket} FOR UPDATE;
             UPDATE payments SET status = 'cancelled', updated_at = now()
                 WHERE ticket_id = {ticket} AND kind = 'ticket' AND status IN ('creating', 'timed_out', 'open');
             INSERT INTO payments (user_id, kind, ticket_id, amount_cents, idempotency_key, confirmation_number, created_at, updated_at)
                 SELECT user_id, 'ticket', id, 15000, 'key{number}', 'CONF-{number}', now(), now() FROM tickets WHERE id = {ticket}
                 RETURNING id; COMMIT"
        ),
        format!("UPDATE payments SET status = 'open', provider_intent_id = 'pi_{number}', updated_at = now() WHERE id = ({of}) AND status = 'creating'"),
        format!(
            "BEGIN; INSERT INTO payment_events (provider_event_id, kind, body, understood, received_at)
                 VALUES ('evt_live_{number}', 'payment_intent.succeeded', '{{}}', true, now()) ON CONFLICT (provider_event_id) DO NOTHING;
             SELECT id FROM tickets WHERE id = {ticket} FOR UPDATE; SELECT id FROM payments WHERE id = ({of}) FOR UPDATE;
             UPDATE tickets SET is_paid = true, paid_at = now(), version = version + 1 WHERE id = {ticket} AND NOT is_paid;
             UPDATE payments SET status = 'settled', settled_at = now(), amount_received_cents = 15000 WHERE id = ({of}) AND status = 'open';
             INSERT INTO payment_transactions (user_id, payment_id, payment_type, ticket_id, violation_type, amount_cents,
                 processing_fee_cents, our_fee_cents, confirmation_number, created_at)
                 SELECT user_id, id, 'traffic_ticket', ticket_id, 'Speeding', 15000, 0, 299, confirmation_number, now()
                 FROM payments WHERE id = ({of});
             WITH entry AS (INSERT INTO ledger_entries (kind, source, subject, payment_id, happened_at)
                 VALUES ('charge', 'charge:pi_{number}', 'pi_{number}', ({of}), now()) RETURNING id)
                 INSERT INTO ledger_postings (entry_id, account, amount_cents)
                 SELECT id, account, cents FROM entry, (VALUES ('provider', 15000), ('traffic_fines', -15000)) AS line (account, cents);
             EXECUTE audit (2, 'settled', 'payment', {number}, NULL);
             INSERT INTO jobs (kind, payload, dedupe_key) VALUES ('receipt', '{{}}', 'receipt:{number}') ON CONFLICT DO NOTHING; COMMIT"
        ),
        "DELETE FROM security_events WHERE created_at < now() - interval '90 days'".to_owned(),
    ]
}

/// Acts as a server of release 0.1: sends its statements on this connection until `is_over` is set. Each
/// round of statements has a number, starting with `first`. Adds the number of sent statements to
/// `served`. Returns the errors.
fn send_statements(
    mut connection: PgConnection,
    first: u32,
    is_over: &AtomicBool,
    served: &AtomicU32,
) -> Vec<String> {
    connection.batch_execute(AS_0_1).unwrap();
    connection.batch_execute(PREPARED).unwrap();
    let mut failed = vec![];
    let mut number = first;
    while !is_over.load(Ordering::Acquire) {
        for statement in
            [login_statements(number), chat_statements(number), payment_statements(number)].concat()
        {
            let outcome: QueryResult<()> = connection.batch_execute(&statement);
            if let Err(error) = outcome {
                failed.push(format!("{error}: {statement}"));
                let _ = connection.batch_execute("ROLLBACK");
            }
            served.fetch_add(1, Ordering::Relaxed);
        }
        number += 1;
    }
    failed
}

#[test]
fn no_statement_of_release_0_1_fails_while_later_migrations_run() {
    let db = TestDatabase::at_migration(RELEASE_0_1);
    db.execute(SEED);
    let (is_over, served) = (AtomicBool::new(false), AtomicU32::new(0));
    let is_migrated = AtomicBool::new(false);
    let until = |what: &str, holds: &dyn Fn() -> bool| {
        let started_at = Instant::now();
        while !holds() {
            assert!(started_at.elapsed() < MAX_WAIT, "timed out waiting until {what}");
            sleep(Duration::from_millis(2));
        }
    };
    let serve_some = || {
        let target = served.load(Ordering::Relaxed) + 100;
        until("requests are served", &|| served.load(Ordering::Relaxed) >= target);
    };
    scope(|scope| {
        let servers = [10_000, 20_000, 30_000].map(|first| {
            scope.spawn({
                let (db, is_over, served) = (&db, &is_over, &served);
                move || send_statements(db.connection(), first, is_over, served)
            })
        });
        serve_some();
        let mut long = db.connection();
        long.batch_execute(READ_LOCKS_OF_A_LONG_TRANSACTION).unwrap();
        let migrating = scope.spawn(|| {
            let applied = migrate(db.owner_url(), db.url());
            is_migrated.store(true, Ordering::Release);
            applied
        });
        let waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND mode IN ('AccessExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock')
            AND locktype = 'relation' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        until("a migration waits for its lock", &|| {
            is_migrated.load(Ordering::Acquire) || db.value(waits).as_deref() != Some("0")
        });
        serve_some();
        long.batch_execute("ROLLBACK").unwrap();
        let applied = migrating.join().unwrap().unwrap();
        serve_some();
        is_over.store(true, Ordering::Release);
        let failed: Vec<String> = servers.into_iter().flat_map(|server| server.join().unwrap()).collect();
        assert!(
            failed.is_empty(),
            "{} of {} failed: {failed:#?}",
            failed.len(),
            served.load(Ordering::Relaxed)
        );
        println!("{} migrations, {} statements", applied.len(), served.load(Ordering::Relaxed));
    });
    db.migrate();
}
