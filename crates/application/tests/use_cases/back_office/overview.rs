//! Figures of the back office's overview.

use application::access::Actor;
use application::back_office::overview::{Overview, show_overview};
use application::error::Result;
use chrono::{DateTime, NaiveDate, Utc};
use domain::back_office::overview::PaymentPurpose;
use domain::back_office::queue::Queue;
use domain::legal_help::hire::HireStatus;
use ports::back_office::overview::{DayMoney, OpenWork, TypeTotal};
use rstest::rstest;

use crate::support::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Returns a world in which every figure of the overview has a value.
fn world() -> World {
    let world = World::new();
    let mut tables = world.database.tables();
    tables.figures.money = vec![money("2026-03-01T12:00:00Z", "2026-03-01", 3)];
    tables.figures.payments =
        vec![TypeTotal { paid_for: PaymentPurpose::Toll, count: 2, amount: dollars(9) }];
    tables.figures.open_work =
        vec![OpenWork { queue: Queue::HelpInquiry, total: 5, within_a_day: 1, within_a_week: 3 }];
    tables.figures.hires = vec![(HireStatus::Contacted, 4)];
    drop(tables);
    world
}

/// Returns money that moved at `moved_at` and is counted for the day `counted_on`.
fn money(moved_at: &str, counted_on: &str, fines: i64) -> (DateTime<Utc>, DayMoney) {
    (
        time(moved_at),
        DayMoney {
            day: day(counted_on),
            fines: dollars(fines),
            legal_help: dollars(75),
            went_back: dollars(0),
        },
    )
}

fn shown(world: &World, actor: &Actor, days: u32) -> Result<Overview> {
    world.transact(|store| show_overview(&world.deps, store, actor, days))
}

/// The time is noon UTC on March 2, 2026, which is the same day in New York.
#[rstest]
#[case::today_only(1, "2026-03-02", 1)]
#[case::a_week(7, "2026-02-24", 7)]
#[case::three_months(90, "2025-12-03", 90)]
fn the_overview_includes_every_day_type_queue_and_status_even_if_zero(
    #[case] days: u32,
    #[case] first: &str,
    #[case] count: usize,
) {
    let overview = shown(&world(), &admin(), days).unwrap();
    assert_eq!(overview.lawyers_owed_since, day("2026-03-02"));
    assert_eq!(overview.money.len(), count);
    assert_eq!(overview.money.first().unwrap().day, day(first));
    assert_eq!(overview.money.last().unwrap().day, day("2026-03-02"));
    assert_eq!(overview.money.last().unwrap().fines, dollars(0));
    let counts: Vec<i64> = overview.payments.iter().map(|total| total.count).collect();
    assert_eq!(counts, [0, 0, 2, 0]);
    let open: Vec<i64> = overview.open_work.iter().map(|open| open.total).collect();
    assert_eq!(open, [0, 0, 0, 0, 0, 5]);
    let hires: Vec<i64> = overview.hires.iter().map(|(_, count)| *count).collect();
    assert_eq!(hires, [0, 0, 4, 0, 0]);
}

#[test]
fn overview_days_start_at_midnight_in_the_business_time_zone() {
    let world = world();
    // A day starts in New York five hours after it starts in UTC.
    world.database.tables().figures.money =
        vec![money("2026-03-02T05:00:00Z", "2026-03-02", 4), money("2026-03-02T04:59:59Z", "2026-03-01", 3)];
    let today = shown(&world, &admin(), 1).unwrap().money;
    assert_eq!(today.iter().map(|day| day.fines).collect::<Vec<_>>(), [dollars(4)]);
    assert_eq!(world.database.tables().figures.asked_since, Some(time("2026-03-02T05:00:00Z")));
}

#[test]
fn drivers_cannot_see_the_overview() {
    let world = world();
    assert_eq!(outcome(&shown(&world, &driver(), 30)), "Forbidden");
    assert_eq!(world.database.tables().figures.asked_since, None);
}
