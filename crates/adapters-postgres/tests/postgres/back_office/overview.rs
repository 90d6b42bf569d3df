use chrono::{DateTime, Utc};
use domain::back_office::overview::PaidFor;
use domain::back_office::queue::Queue;
use domain::legal_help::hire::HireStatus;
use domain::shared::money::Money;
use ports::back_office::overview::{DayRevenue, Overviews};

use crate::support::World;

fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn cents(cents: i64) -> Money {
    Money::from_cents(cents)
}

/// A driver with three payments and two hires around a midnight in New York, which is at 05:00 in UTC.
fn world() -> World {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let (ticket, toll) = (world.ticket(user), world.toll(user));
    world.db.execute(&format!(
        "INSERT INTO payment_transactions (user_id, payment_type, ticket_id, toll_id, amount_cents, processing_fee_cents,
             our_fee_cents, confirmation_number, status, created_at)
         VALUES ({user}, 'traffic_ticket', {ticket}, NULL, 15050, 299, 299, 'A', 'Completed', '2026-01-10T04:59:59Z'),
             ({user}, 'toll', NULL, {toll}, 375, 299, 299, 'B', 'Completed', '2026-01-10T05:00:00Z'),
             ({user}, 'toll', NULL, {toll}, 375, 299, 299, 'C', 'Refunded', '2026-01-10T06:00:00Z'),
             ({user}, 'toll', NULL, {toll}, 375, 299, 299, 'D', 'Completed', '2025-01-10T06:00:00Z');
         INSERT INTO lawyer_hires (user_id, ticket_id, amount_cents, confirmation_number, status, is_solved, created_at)
         VALUES ({user}, {ticket}, 7525, 'E', 'Pending', false, '2026-01-10T12:00:00Z'),
             ({user}, {ticket}, 7525, 'F', 'Cancelled', true, '2026-01-10T12:00:00Z'),
             ({user}, {ticket}, 7525, 'G', 'Contacted', false, '2026-01-07T12:00:00Z'),
             ({user}, {ticket}, 7525, 'H', 'Pending', false, '2025-01-07T12:00:00Z');"
    ));
    world
}

#[test]
fn revenue_is_by_the_days_of_the_business_without_what_went_back() {
    let mut world = world();
    let revenue = world.store().revenue_by_day(time("2026-01-09T05:00:00Z")).unwrap();
    let day = |day: &str, fees, hires| DayRevenue {
        day: day.parse().unwrap(),
        service_fees: cents(fees),
        legal_help: cents(hires),
    };
    assert_eq!(revenue, [day("2026-01-09", 299, 0), day("2026-01-10", 299, 7525)]);
}

#[test]
fn payments_are_counted_by_type_without_what_went_back() {
    let mut world = world();
    let mut totals = world.store().payments_by_type(time("2026-01-09T05:00:00Z")).unwrap();
    totals.sort_by_key(|total| total.paid_for.as_str());
    let totals: Vec<_> = totals.iter().map(|total| (total.paid_for, total.count, total.amount)).collect();
    assert_eq!(
        totals,
        [
            (PaidFor::Lawyer, 1, cents(7525)),
            (PaidFor::Toll, 1, cents(375)),
            (PaidFor::TrafficTicket, 1, cents(15050))
        ]
    );
}

#[test]
fn open_work_is_told_by_its_age() {
    let mut world = world();
    let open = world.store().open_work(time("2026-01-10T20:00:00Z")).unwrap();
    let hires = open.iter().find(|open| open.queue == Queue::LawyerHire).unwrap();
    assert_eq!((hires.total, hires.within_a_day, hires.within_a_week), (3, 1, 2));
    let reports = open.iter().find(|open| open.queue == Queue::MissingTicket);
    assert!(reports.is_none_or(|open| open.total == 0));
}

#[test]
fn the_pipeline_counts_every_hire() {
    let mut world = world();
    let mut hires = world.store().hires_by_status().unwrap();
    hires.sort_by_key(|(status, _)| status.as_str());
    assert_eq!(hires, [(HireStatus::Cancelled, 1), (HireStatus::Contacted, 1), (HireStatus::Pending, 2)]);
}
