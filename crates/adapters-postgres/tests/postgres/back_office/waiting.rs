//! Tests of the list of the open work of staff, which contains entries of all queues.

use std::ops::RangeInclusive;

use domain::back_office::desk::{SearchResultKind, WaitingQueue};
use domain::payments::payment::PaymentStatus;
use ports::back_office::desk::{Desk, WaitingRecord};
use ports::payments::remittances::billed_again::SecondBills;

use crate::support::{World, at};

/// Inserts a refund of a payment. The refund's number sets its time in minutes.
fn insert_refund(world: &World, payment: i32, number: i64, status: &str) {
    let seconds = number * 60;
    world.db.execute(&format!(
        "INSERT INTO refunds (payment_id, amount_cents, reason, status, idempotency_key, provider_refund_id, asked_at, back_at, created_at, updated_at)
         VALUES ({payment}, 123456, 'by_staff', '{status}', 'k{number}', 're_{number}', now(),
             CASE WHEN '{status}' = 'succeeded' THEN now() END,
             to_timestamp({0}), to_timestamp({0}))",
        at(seconds).timestamp()
    ));
}

fn insert_chargeback(world: &World, payment: i32, name: &str, status: &str, due: Option<i64>) {
    let due = due.map_or("NULL".to_owned(), |seconds| format!("to_timestamp({})", at(seconds).timestamp()));
    world.db.execute(&format!(
        "INSERT INTO chargebacks (payment_id, user_id, confirmation_number, provider_id, amount_cents, reason, evidence_due_by, status,
             is_withdrawn, opened_at)
         SELECT id, user_id, confirmation_number, '{name}', 15050, 'product_not_received', {due}, '{status}', false, to_timestamp({})
         FROM payments WHERE id = {payment}",
        at(30).timestamp()
    ));
}

/// Returns the open work, without the vehicle updates, because each user of the tests has one.
fn rows(world: &mut World) -> Vec<WaitingRecord> {
    let mut rows = world.store().longest_waiting(at(1_000), at(500), 25).unwrap();
    rows.retain(|row| row.queue != WaitingQueue::VehicleUpdate);
    rows
}

fn waiting_records(world: &mut World) -> Vec<(WaitingQueue, String)> {
    rows(world).into_iter().map(|row| (row.queue, row.facts.label())).collect()
}

#[test]
fn refunds_that_need_staff_are_listed() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, parking, ..] = world.payables(user);
    let payment = world.payment_in(user, ticket, "a", PaymentStatus::Settled).id.0;
    for (number, status) in (1..).zip(["pending", "succeeded", "due", "refused", "failed", "called_off"]) {
        insert_refund(&world, payment, number, status);
    }
    // This refund was made a short time ago, so it isn't stuck yet.
    insert_refund(&world, payment, 9, "due");
    let stuck = |label: &str| (WaitingQueue::Refund, format!("$1,234.56, {label}"));
    assert_eq!(
        waiting_records(&mut world),
        [stuck("not taken yet"), stuck("refused"), stuck("sent back by the bank")]
    );
    // A chargeback of another payment makes no difference.
    let other = world.payment_in(user, parking, "b", PaymentStatus::Settled).id.0;
    insert_chargeback(&world, other, "du_other", "under_review", None);
    assert_eq!(waiting_records(&mut world).len(), 3);
    // While the bank holds the money, Lanewise doesn't retry due refunds, so staff don't see them. Refused and
    // failed refunds remain, because staff can pay them in another way.
    insert_chargeback(&world, payment, "du_this", "under_review", None);
    assert_eq!(waiting_records(&mut world), [stuck("refused"), stuck("sent back by the bank")]);
    world.db.execute("UPDATE refunds SET asked_at = NULL WHERE status = 'refused'");
    assert_eq!(waiting_records(&mut world), [stuck("needs a decision"), stuck("sent back by the bank")]);
}

#[test]
fn chargebacks_are_listed_while_evidence_is_accepted() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, ..] = world.payables(user);
    let payment = world.payment_in(user, ticket, "a", PaymentStatus::Settled).id.0;
    for (name, status, due) in [
        ("answered", "under_review", Some(2_000)),
        ("over", "needs_response", Some(999)),
        ("takes none", "inquiry", None),
        ("waits", "needs_response", Some(1_001)),
    ] {
        insert_chargeback(&world, payment, name, status, due);
    }
    let rows = rows(&mut world);
    let labels: Vec<_> =
        rows.iter().map(|row| (row.queue, row.facts.label(), row.since, row.due_by)).collect();
    assert_eq!(
        labels,
        [(WaitingQueue::Chargeback, "$150.50, product not received".to_owned(), at(30), Some(at(1_001)))]
    );
    assert_eq!((rows[0].user_id, rows[0].id), (Some(user), 4));
}

#[test]
fn waiting_citations_are_listed_once_per_driver() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    world.db.execute(&format!(
        "INSERT INTO imports (kind, status, file_name, file_columns, total_lines, created_by, created_at)
             VALUES ('parking', 'stored', 'a.csv', '[]', 5, {ann}, now());
         INSERT INTO waiting_citations (import_id, line, kind, fields, key, citation, candidate_id, created_at, stored_at)
             SELECT 1, n, 'parking', '[]', decode(md5(n::text) || md5(n::text), 'hex'), 'S' || n,
                 CASE WHEN n < 3 THEN {bob} WHEN n = 3 THEN {ann} WHEN n = 5 THEN {ann} END,
                 to_timestamp({} + n), CASE WHEN n < 5 THEN now() END
             FROM generate_series(1, 5) AS n",
        at(0).timestamp()
    ));
    let rows = rows(&mut world);
    let labels: Vec<_> = rows.iter().map(|row| (row.id, row.user_id, row.facts.label(), row.since)).collect();
    assert_eq!(
        labels,
        [(bob.0, Some(bob), "2 to decide".to_owned(), at(1)), (ann.0, Some(ann), "S3".to_owned(), at(3))],
        "citations not stored yet or without a driver are not listed"
    );
}

#[test]
fn money_without_a_payment_and_unreadable_events_are_listed_as_one_row_each_until_closed() {
    let mut world = World::new();
    world.db.execute(&format!(
        "INSERT INTO orphan_intents (provider_intent_id, amount_cents, currency, reason, seen_at)
             SELECT 'pi_' || n, 100, 'usd', 'payment', to_timestamp({0} + n) FROM generate_series(1, 2) AS n;
         INSERT INTO payment_events (provider_event_id, kind, body, understood, received_at)
             SELECT 'evt_' || n, 'some.kind', '', n = 2, to_timestamp({0} + n) FROM generate_series(1, 2) AS n",
        at(10).timestamp()
    ));
    let listed_rows = |world: &mut World| -> Vec<_> {
        rows(world).into_iter().map(|row| (row.queue, row.facts.label(), row.since)).collect()
    };
    let stray = |number: i32, since: i64| (WaitingQueue::Orphan, format!("{number} to deal with"), at(since));
    let unread = (WaitingQueue::UnreadEvent, "1 to look at".to_owned(), at(11));
    assert_eq!(listed_rows(&mut world), [stray(2, 11), unread.clone()]);
    let close = |kind: &str, id: &str| {
        format!(
            "INSERT INTO attention_closed (kind, provider_id, how, closed_by, closed_at) SELECT '{kind}', '{id}', 'Done', min(id), now() FROM users"
        )
    };
    world.user("ann@example.com");
    world.db.execute(&close("orphan", "pi_1"));
    world.db.execute(&close("orphan", "evt_1"));
    assert_eq!(listed_rows(&mut world), [unread, stray(1, 12)]);
    world.db.execute(&close("orphan", "pi_2"));
    world.db.execute(&close("unread_event", "evt_1"));
    assert_eq!(listed_rows(&mut world), []);
}

#[test]
fn late_obligations_are_listed_as_one_row_unless_being_refunded() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let payables = world.payables(ann);
    for (n, payable) in payables.into_iter().take(3).enumerate() {
        let payment = world.payment_in(ann, payable, &format!("key-{n}"), PaymentStatus::Settled);
        world.db.execute(&format!(
            "INSERT INTO obligations (payment_id, status, charged_at, send_by) VALUES ({}, 'owed', '{}', '{}')",
            payment.id,
            at(0),
            at(10 + i64::try_from(n).unwrap())
        ));
    }
    let late =
        |number: i32, since: i64| vec![(WaitingQueue::Remittance, format!("{number} late"), at(since))];
    let listed_rows = |world: &mut World| -> Vec<_> {
        rows(world).into_iter().map(|row| (row.queue, row.facts.label(), row.since)).collect()
    };
    assert_eq!(listed_rows(&mut world), late(3, 10));
    world.db.execute(
        "INSERT INTO refunds (payment_id, amount_cents, reason, status, idempotency_key, created_at, updated_at)
         SELECT min(id), 100, 'by_staff', 'due', 'r', now(), now() FROM payments",
    );
    assert_eq!(listed_rows(&mut world), late(2, 11));
    world.db.execute("UPDATE payments SET status = 'refunded'");
    assert_eq!(listed_rows(&mut world), []);
}

#[test]
fn a_second_bill_is_listed_until_it_is_settled() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, ..] = world.payables(ann);
    let payment = world.payment_in(ann, ticket, "key", PaymentStatus::Settled);
    let transaction = world.transaction(payment.id, at(5));
    let opened = world.store().open_second_bill((payment.id, transaction), ann, at(10)).unwrap().unwrap();
    let found = rows(&mut world);
    let [row] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((row.queue, row.id, row.since), (WaitingQueue::BilledAgain, opened.id.0, at(10)));
    assert!(row.facts.label().contains(&payment.confirmation_number), "{:?}", row.facts);
    world.db.execute("UPDATE billed_again SET settled_at = now(), outcome = 'accepted', note = 'x'");
    assert_eq!(rows(&mut world), []);
}

#[test]
fn records_are_found_by_the_first_digits_of_their_ids_up_to_a_maximum_of_each_kind() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    for id in [7, 71, 700, 705, 709, 8] {
        world.db.execute(&format!("ALTER TABLE tickets ALTER COLUMN id RESTART WITH {id}"));
        assert_eq!(world.ticket(user).0, id);
    }
    let mut found = |ids: &[RangeInclusive<i32>], max| -> Vec<i32> {
        let records = world.store().records_by_id(ids, max).unwrap();
        assert!(records.iter().all(|record| record.kind == SearchResultKind::Ticket));
        records.iter().map(|record| record.id).collect()
    };
    let with_seven = [7..=7, 70..=79, 700..=799];
    assert_eq!(found(&with_seven, 9), [7, 71, 700, 705, 709]);
    assert_eq!(found(&with_seven, 3), [7, 71, 700]);
    assert_eq!(found(&[], 3), [0; 0]);
}
