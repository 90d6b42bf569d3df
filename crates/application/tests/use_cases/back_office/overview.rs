//! The figures on top of the back office.

use application::Error;
use application::back_office::overview::show;
use chrono::NaiveDate;
use domain::back_office::overview::PaidFor;
use domain::back_office::queue::Queue;
use domain::legal_help::hire::HireStatus;
use ports::back_office::overview::{DayRevenue, OpenWork, TypeTotal};
use ports::mocks::MockStore;
use rstest::rstest;

use crate::support::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// A store with one figure of each kind.
fn store() -> MockStore {
    let mut store = MockStore::new();
    store.expect_revenue_by_day().returning(|_| {
        Ok(vec![DayRevenue { day: day("2026-03-01"), service_fees: dollars(3), legal_help: dollars(75) }])
    });
    store
        .expect_payments_by_type()
        .returning(|_| Ok(vec![TypeTotal { paid_for: PaidFor::Toll, count: 2, amount: dollars(9) }]));
    store.expect_open_work().returning(|_| {
        Ok(vec![OpenWork { queue: Queue::HelpInquiry, total: 5, within_a_day: 1, within_a_week: 3 }])
    });
    store.expect_hires_by_status().returning(|| Ok(vec![(HireStatus::Contacted, 4)]));
    store
}

/// It is noon (UTC) of 2 March 2026: the same day in New York.
#[rstest]
#[case::today_alone(1, "2026-03-02", 1)]
#[case::a_week(7, "2026-02-24", 7)]
#[case::three_months(90, "2025-12-03", 90)]
fn every_day_type_queue_and_status_is_there_with_nothing_too(
    #[case] days: u32,
    #[case] first: &str,
    #[case] count: usize,
) {
    let world = World::new();
    let overview = show(&world.deps, &mut store(), &actor(ADMIN), days).unwrap();
    assert_eq!(overview.revenue.len(), count);
    assert_eq!(overview.revenue.first().unwrap().day, day(first));
    assert_eq!(overview.revenue.last().unwrap().day, day("2026-03-02"));
    assert_eq!(overview.revenue.last().unwrap().service_fees, dollars(0));
    let counts: Vec<i64> = overview.payments.iter().map(|total| total.count).collect();
    assert_eq!(counts, [0, 0, 2, 0]);
    let open: Vec<i64> = overview.open_work.iter().map(|open| open.total).collect();
    assert_eq!(open, [0, 0, 0, 0, 0, 5]);
    let hires: Vec<i64> = overview.hires.iter().map(|(_, count)| *count).collect();
    assert_eq!(hires, [0, 0, 4, 0, 0]);
}

#[test]
fn days_are_those_of_the_business() {
    let world = World::new();
    let mut store = store();
    store.checkpoint();
    store.expect_payments_by_type().returning(|_| Ok(vec![]));
    store.expect_open_work().returning(|_| Ok(vec![]));
    store.expect_hires_by_status().returning(|| Ok(vec![]));
    // Midnight in New York is five hours later in UTC.
    store
        .expect_revenue_by_day()
        .withf(|since| *since == time("2026-03-02T05:00:00Z"))
        .returning(|_| Ok(vec![]));
    assert_eq!(show(&world.deps, &mut store, &actor(ADMIN), 1).unwrap().revenue.len(), 1);
}

#[test]
fn drivers_see_no_figures() {
    let world = World::new();
    let refused = show(&world.deps, &mut MockStore::new(), &driver(), 30);
    assert!(matches!(refused, Err(Error::Forbidden)));
}
