//! `tallies` says what counting by hand says, whatever happened to the lists.

use std::sync::atomic::{AtomicBool, Ordering};

use adapters_postgres::PgStore;
use adapters_postgres::testing::TestDatabase;
use diesel::connection::SimpleConnection;
use ports::requests::lists::ReportQuery;
use ports::shared::list::{Lists, Tallies};
use ports::shared::paging::Page;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Counted by hand, in the shape of `tallies`.
const BY_HAND: &str = "
    SELECT 'users' AS list, role AS kind, license_status AS status, NULL AS state, NULL AS label, NULL::boolean AS is_solved,
        last_admin_update_at IS NULL AS is_marked, count(*) AS n, 0::numeric AS amount, 0::numeric AS fee, 0::numeric AS ours
        FROM users WHERE closed_at IS NULL GROUP BY 2, 3, 7
    UNION ALL SELECT 'vehicle_updates', NULL, NULL, NULL, NULL, is_vehicle_update_solved, vehicle_license_plate IS NOT NULL, count(*), 0, 0, 0
        FROM users WHERE closed_at IS NULL AND vehicle_info_added_at IS NOT NULL GROUP BY 6, 7
    UNION ALL SELECT 'status_requests', NULL, NULL, state, NULL, is_status_request_solved, drivers_license_number IS NOT NULL, count(*), 0, 0, 0
        FROM users WHERE closed_at IS NULL AND status_requested_at IS NOT NULL GROUP BY 4, 6, 7
    UNION ALL SELECT 'hires', NULL, status, NULL, NULL, is_solved, is_seen_by_admin, count(*), sum(amount_cents), 0, 0
        FROM lawyer_hires GROUP BY 3, 6, 7
    UNION ALL SELECT 'hire_labels', NULL, status, NULL, violation_type, is_solved, is_seen_by_admin, count(*), sum(amount_cents), 0, 0
        FROM lawyer_hires WHERE violation_type IS NOT NULL GROUP BY 3, 5, 6, 7
    UNION ALL SELECT 'transactions', payment_type, status, NULL, NULL, NULL, NULL, count(*), sum(amount_cents), sum(processing_fee_cents), sum(our_fee_cents)
        FROM payment_transactions GROUP BY 2, 3
    UNION ALL SELECT 'transaction_labels', payment_type, status, NULL, violation_type, NULL, NULL, count(*), sum(amount_cents), sum(processing_fee_cents), sum(our_fee_cents)
        FROM payment_transactions WHERE violation_type IS NOT NULL GROUP BY 2, 3, 5
    UNION ALL SELECT 'chargebacks', NULL, status, NULL, NULL, is_answered, NULL, count(*), sum(amount_cents), 0, 0 FROM chargebacks GROUP BY 3, 6
    UNION ALL SELECT 'reports', ticket_type, status, state, NULL, is_solved, NULL, count(*), 0, 0, 0
        FROM missing_ticket_reports GROUP BY 2, 3, 4, 6
    UNION ALL SELECT 'inquiries', type, status, NULL, NULL, is_solved, NULL, count(*), 0, 0, 0 FROM help_inquiries GROUP BY 2, 3, 6
    UNION ALL SELECT 'texts', NULL, NULL, NULL, NULL, is_solved, is_sent, count(*), 0, 0, 0 FROM text_notification_requests GROUP BY 6, 7";

const TALLIED: &str = "
    SELECT list, kind, status, state, label, is_solved, is_marked, sum(n), sum(amount_cents), sum(processing_fee_cents), sum(our_fee_cents)
    FROM tallies GROUP BY 1, 2, 3, 4, 5, 6, 7
    HAVING (sum(n), sum(amount_cents), sum(processing_fee_cents), sum(our_fee_cents)) IS DISTINCT FROM (0, 0, 0, 0)";

/// What only one of the two has.
fn differences(db: &TestDatabase) -> Vec<Option<String>> {
    db.values(&format!(
        "SELECT (a.*)::text FROM (({BY_HAND}) EXCEPT ALL ({TALLIED})) AS a
         UNION ALL SELECT 'tallied: ' || (b.*)::text FROM (({TALLIED}) EXCEPT ALL ({BY_HAND})) AS b"
    ))
}

/// Each once, and to several rows at once.
const CHANGES: &[&str] = &[
    "INSERT INTO users (email, password_hash, state, vehicle_info_added_at, status_requested_at, vehicle_license_plate)
        SELECT gen_random_uuid() || '@x.test', '$argon2id$', 'Ohio', CASE WHEN n > 1 THEN now() END, CASE WHEN n < 3 THEN now() END,
        CASE WHEN n > 2 THEN 'A1' END FROM generate_series(1, 3) AS n",
    "UPDATE users SET license_status = 'suspended', last_admin_update_at = now() WHERE id % 2 = 0",
    "UPDATE users SET phone_number = '5551234567', last_admin_update_at = now()",
    "UPDATE users SET is_vehicle_update_solved = NOT is_vehicle_update_solved, state = 'Iowa' WHERE id % 3 = 0",
    "UPDATE users SET is_status_request_solved = true, drivers_license_number = 'X' WHERE status_requested_at IS NOT NULL",
    "UPDATE users SET closed_at = now() WHERE id % 5 = 0",
    "UPDATE users SET role = 'admin' WHERE id = (SELECT max(id) FROM users)",
    "DELETE FROM users WHERE id % 7 = 0 AND NOT EXISTS (SELECT FROM tickets WHERE user_id = users.id)
        AND NOT EXISTS (SELECT FROM help_inquiries WHERE user_id = users.id) AND NOT EXISTS (SELECT FROM missing_ticket_reports WHERE user_id = users.id)",
    "WITH ticket AS (INSERT INTO tickets (user_id, violation_type, date, location, amount, category)
        SELECT id, 'Speeding', current_date, 'Main St', '$1', 'traffic' FROM users RETURNING id, user_id)
        INSERT INTO lawyer_hires (user_id, ticket_id, violation_type, amount_cents, confirmation_number, created_at)
        SELECT user_id, id, CASE WHEN id % 3 > 0 THEN 'Speeding' END, 100 + id, 'CONF-' || gen_random_uuid()::text::varchar(20), now() FROM ticket",
    "UPDATE lawyer_hires SET status = 'Cancelled', is_solved = NOT is_solved WHERE id % 2 = 0",
    "UPDATE lawyer_hires SET is_seen_by_admin = true, amount_cents = amount_cents + 5 WHERE id % 3 = 0",
    "DELETE FROM lawyer_hires WHERE id % 4 = 0",
    "INSERT INTO payment_transactions (user_id, payment_type, ticket_id, violation_type, amount_cents, processing_fee_cents, our_fee_cents,
        confirmation_number, created_at) SELECT user_id, 'traffic_ticket', id, violation_type, 500 + id, 299, 299,
        'CONF-' || gen_random_uuid()::text::varchar(20), now() FROM tickets",
    "UPDATE payment_transactions SET status = 'Refunded', refunded_cents = amount_cents WHERE id % 2 = 0",
    "INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at) SELECT id, 'Ohio', 'Parking ticket', now() FROM users",
    "UPDATE missing_ticket_reports SET status = 'Found', is_solved = NOT is_solved WHERE id % 3 = 0",
    "INSERT INTO help_inquiries (user_id, type, created_at) SELECT id, 'chat', now() FROM users",
    "UPDATE help_inquiries SET status = 'resolved', resolved_at = now() WHERE id % 2 = 0",
    "DELETE FROM help_inquiries WHERE id % 5 = 0",
    "INSERT INTO text_notification_requests (phone_number, requested_at) VALUES ('5551234567', now())",
    "UPDATE text_notification_requests SET is_sent = true, sent_at = now() WHERE NOT is_sent",
    "TRUNCATE text_notification_requests CASCADE",
    "UPDATE payment_transactions SET refunded_cents = 20 WHERE id % 3 = 0 AND status = 'Completed'",
    "WITH paid AS (INSERT INTO payments (user_id, kind, ticket_id, amount_cents, status, idempotency_key, confirmation_number, created_at, updated_at)
        SELECT user_id, 'ticket', id, 100 + id, 'cancelled', gen_random_uuid(), substr(gen_random_uuid()::text, 1, 20), now(), now()
        FROM tickets RETURNING id, user_id, confirmation_number)
        INSERT INTO chargebacks (payment_id, user_id, confirmation_number, provider_id, amount_cents, reason, status, is_withdrawn, opened_at)
        SELECT id, user_id, confirmation_number, gen_random_uuid(), 100 + id, 'fraudulent', 'needs_response', true, now() FROM paid",
    "UPDATE chargebacks SET status = 'lost', amount_cents = amount_cents + 5 WHERE id % 2 = 0",
    "UPDATE chargebacks SET looked_at = now()",
    "DELETE FROM chargebacks WHERE id % 3 = 0",
    "fold",
];

#[test]
fn tallies_are_what_counting_by_hand_says() {
    let mut runner = TestRunner::new(Config { cases: 12, ..Config::default() });
    let changes = proptest::collection::vec((0..CHANGES.len(), prop::bool::weighted(0.8)), 10..40);
    runner
        .run(&changes, |changes| {
            let db = TestDatabase::new();
            let mut connection = db.connection();
            for (change, stays) in changes {
                let change = CHANGES[change];
                if change == "fold" {
                    PgStore::new(&mut connection).fold_tallies().unwrap();
                    let groups = "SELECT count(*) FROM (SELECT FROM tallies GROUP BY list, kind, status, state, label, is_solved, is_marked) AS g";
                    prop_assert_eq!(db.value("SELECT count(*) FROM tallies"), db.value(groups));
                } else {
                    let end = if stays { "COMMIT" } else { "ROLLBACK" };
                    connection.batch_execute(&format!("BEGIN; {change}; {end}")).unwrap();
                }
            }
            prop_assert_eq!(differences(&db), Vec::new());
            Ok(())
        })
        .unwrap();
}

/// Two writers that change the same rows' groups, two that fold, and one that counts all the while.
#[test]
fn folding_and_writing_at_once_lose_nothing() {
    let db = TestDatabase::new();
    for change in [CHANGES[0], CHANGES[14]] {
        db.execute(change);
    }
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..2)
            .map(|writer| {
                let mut connection = db.connection();
                scope.spawn(move || {
                    for _ in 0..60 {
                        let flip = format!("UPDATE missing_ticket_reports SET is_solved = NOT is_solved WHERE id % 2 = {writer}");
                        connection.batch_execute(&flip).unwrap();
                        connection.batch_execute(CHANGES[19]).unwrap();
                    }
                })
            })
            .collect();
        for _ in 0..2 {
            let (mut connection, is_over) = (db.connection(), &is_over);
            scope.spawn(move || {
                while !is_over.load(Ordering::SeqCst) {
                    PgStore::new(&mut connection).fold_tallies().unwrap();
                }
            });
        }
        let (mut connection, is_over) = (db.connection(), &is_over);
        let all = ReportQuery::all(Page { limit: 0, offset: 0 });
        scope.spawn(move || {
            while !is_over.load(Ordering::SeqCst) {
                assert_eq!(
                    PgStore::new(&mut connection).summary(&all).unwrap().total,
                    3,
                    "never more, never fewer"
                );
            }
        });
        for writer in writers {
            writer.join().unwrap();
        }
        is_over.store(true, Ordering::SeqCst);
    });
    assert_eq!(differences(&db), Vec::new());
    assert_eq!(db.value("SELECT sum(n) FROM tallies WHERE list = 'texts'").as_deref(), Some("120"));
}
