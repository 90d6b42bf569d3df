use chrono::{DateTime, Utc};
use domain::back_office::overview::PaymentPurpose;
use domain::back_office::queue::Queue;
use domain::legal_help::hire::HireStatus;
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::back_office::overview::{DayMoney, Overviews};

use crate::support::World;

fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn cents(cents: i64) -> Money {
    Money::from_cents(cents)
}

/// Returns a world in which a driver has hires.
fn world() -> World {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let ticket = world.ticket(user);
    world.db.execute(&format!(
        "INSERT INTO lawyer_hires (user_id, ticket_id, amount_cents, confirmation_number, status, is_solved, created_at)
         VALUES ({user}, {ticket}, 7525, 'E', 'Pending', false, '2026-01-10T12:00:00Z'),
             ({user}, {ticket}, 7525, 'F', 'Cancelled', true, '2026-01-10T12:00:00Z'),
             ({user}, {ticket}, 7525, 'G', 'Contacted', false, '2026-01-07T12:00:00Z'),
             ({user}, {ticket}, 7525, 'H', 'Pending', false, '2025-01-07T12:00:00Z');"
    ));
    world
}

/// Posts ledger entries. The first two are just before and at midnight in New York, which is 05:00 UTC.
fn post(world: &mut World) {
    let user = world.user("sent@example.com");
    let ticket = world.ticket(user);
    let sent = world.payment(user, Payable::Ticket(ticket), "sent").id;
    let entries = [
        ("charge", "1", "2026-01-10T04:59:59Z", "traffic_fines", -15_050),
        ("charge", "2", "2026-01-10T05:00:00Z", "tolls", -375),
        ("charge", "3", "2026-01-10T12:00:00Z", "lawyers", -7_525),
        ("refund", "4", "2026-01-10T13:00:00Z", "lawyers", 7_525),
        ("refund", "5", "2026-01-10T13:00:00Z", "traffic_fines", 50),
        ("charge", "6", "2026-01-10T13:00:00Z", "to_return", -999),
        ("charge", "7", "2025-01-10T06:00:00Z", "tolls", -375),
        // Money was remitted to an authority. The authority then returned a part of it, and another part was
        // written off.
        ("remitted", "8", "2026-01-10T14:00:00Z", "traffic_fines", 10_000),
        ("refund", "11", "2026-01-10T13:30:00Z", "to_recover", 30),
        ("recovered", "9", "2026-01-10T14:00:00Z", "to_recover", -20),
        ("written_off", "10", "2026-01-10T14:00:00Z", "to_recover", -10),
    ];
    post_all(world, sent, &entries);
}

/// Posts ledger entries of a payment. An entry has its kind, source, time and account, and the cents that are
/// posted to that account. The opposite amount is posted to the account `provider`.
fn post_all(world: &World, payment: PaymentId, entries: &[(&str, &str, &str, &str, i64)]) {
    for (kind, source, at, account, cents) in entries {
        world.db.execute(&format!(
            "WITH entry AS (
                 INSERT INTO ledger_entries (kind, source, happened_at, payment_id)
                 VALUES ('{kind}', '{source}', '{at}', {payment}) RETURNING id
             )
             INSERT INTO ledger_postings SELECT id, account, cents
             FROM entry, (VALUES ('provider', {}), ('{account}', {cents})) AS line (account, cents)",
            -cents
        ));
    }
}

#[test]
fn money_is_summed_by_business_day_with_refunds_separate() {
    let mut world = World::new();
    post(&mut world);
    let money = world.store().money_by_day(time("2026-01-09T05:00:00Z")).unwrap();
    let day = |day: &str, fines, hires, back| DayMoney {
        day: day.parse().unwrap(),
        fines: cents(fines),
        legal_help: cents(hires),
        went_back: cents(back),
    };
    assert_eq!(money, [day("2026-01-09", 15_050, 0, 0), day("2026-01-10", 375, 7_525, 7_605)]);
}

#[test]
fn payments_are_counted_by_type_minus_refunds() {
    let mut world = World::new();
    post(&mut world);
    let mut totals = world.store().payments_by_type(time("2026-01-09T05:00:00Z")).unwrap();
    totals.sort_by_key(|total| total.paid_for.as_str());
    let totals: Vec<_> = totals.iter().map(|total| (total.paid_for, total.count, total.amount)).collect();
    assert_eq!(
        totals,
        [
            (PaymentPurpose::Lawyer, 1, cents(0)),
            (PaymentPurpose::Toll, 1, cents(375)),
            (PaymentPurpose::TrafficTicket, 1, cents(14_970))
        ]
    );
}

#[test]
fn money_that_a_lawyer_must_return_counts_as_legal_help() {
    let mut world = World::new();
    let user = world.user("hired@example.com");
    let ticket = world.ticket(user);
    let hired = world.payment(user, Payable::Lawyer(ticket), "hired").id;
    let entries = [
        ("charge", "1", "2026-01-10T12:00:00Z", "lawyers", -7_525),
        ("remitted", "2", "2026-01-10T13:00:00Z", "lawyers", 7_525),
        ("allocated", "3", "2026-01-10T14:00:00Z", "to_recover", 3_000),
    ];
    post_all(&world, hired, &entries);
    let totals = world.store().payments_by_type(time("2026-01-09T05:00:00Z")).unwrap();
    let totals: Vec<_> = totals.iter().map(|total| (total.paid_for, total.amount)).collect();
    assert_eq!(totals, [(PaymentPurpose::Lawyer, cents(4_525))]);
}

#[test]
fn open_work_is_counted_by_age_in_the_overview() {
    let mut world = world();
    let open = world.store().open_work(time("2026-01-10T20:00:00Z")).unwrap();
    let hires = open.iter().find(|open| open.queue == Queue::LawyerHire).unwrap();
    assert_eq!((hires.total, hires.within_a_day, hires.within_a_week), (3, 1, 2));
    let reports = open.iter().find(|open| open.queue == Queue::MissingTicket);
    assert!(reports.is_none_or(|open| open.total == 0));
}

#[test]
fn hires_are_counted_by_status() {
    let mut world = world();
    let mut hires = world.store().hires_by_status().unwrap();
    hires.sort_by_key(|(status, _)| status.as_str());
    assert_eq!(hires, [(HireStatus::Cancelled, 1), (HireStatus::Contacted, 1), (HireStatus::Pending, 2)]);
}
