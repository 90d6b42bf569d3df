//! Figures of the back office's overview.

use application::access::Actor;
use application::back_office::overview::{Overview, show_overview};
use application::error::Result;
use chrono::NaiveDate;
use domain::help::inquiry::{HelpRequest, MessageText};
use domain::legal_help::hire::{HireStatus, LawyerHire};
use domain::payments::ledger::{Account, EntryKind, Posting};
use domain::shared::money::Money;
use ports::help::inquiries::NewInquiry;
use ports::payments::books::NewEntry;
use rstest::rstest;

use crate::support::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Returns a world with two tolls that were paid today, five help inquiries and four solved hires.
fn world() -> World {
    let world = World::new();
    let mut tables = world.database.tables();
    tables.books.entries = vec![charge(1, "2026-03-02T11:00:00Z", 4), charge(2, "2026-03-02T11:00:00Z", 5)];
    tables.hires = (1..5)
        .map(|id| LawyerHire { status: HireStatus::Contacted, is_solved: true, ..hire(id, DRIVER) })
        .collect();
    drop(tables);
    for _ in 0..5 {
        let message = MessageText::parse("Hello").unwrap();
        let request = HelpRequest::Chat { message, phone: None };
        let new = NewInquiry { user_id: DRIVER, request, created_at: noon() };
        world.transact(|store| Ok(store.insert_inquiry(&new)?)).unwrap();
    }
    world
}

/// Builds the entry of a charge for a toll.
fn charge(number: i32, charged_at: &str, dollars: i64) -> NewEntry {
    let line = |account, amount| Posting { account, amount: Money::from_dollars(amount) };
    NewEntry {
        kind: EntryKind::Charge,
        source: format!("charge:{number}"),
        subject: None,
        payment_id: None,
        happened_at: time(charged_at),
        postings: vec![line(Account::Provider, dollars), line(Account::Tolls, -dollars)],
    }
}

fn overview_of(world: &World, actor: &Actor, days: u32) -> Result<Overview> {
    world.transact(|store| show_overview(&world.deps, store, actor, days))
}

/// The time is noon UTC on March 2, 2026, which is the same day in New York.
#[rstest]
#[case::today_only(1, "2026-03-02", 1)]
#[case::a_week(7, "2026-02-24", 7)]
#[case::three_months(90, "2025-12-03", 90)]
fn the_overview_includes_days_payment_types_queues_and_hire_statuses_without_records(
    #[case] days: u32,
    #[case] first: &str,
    #[case] count: usize,
) {
    let overview = overview_of(&world(), &admin(), days).unwrap();
    assert_eq!(overview.lawyers_owed_since, day("2026-03-02"));
    assert_eq!(overview.money.len(), count);
    assert_eq!(overview.money.first().unwrap().day, day(first));
    assert_eq!(overview.money.last().unwrap().day, day("2026-03-02"));
    assert_eq!(overview.money.last().unwrap().fines, dollars(9));
    assert_eq!(overview.money.iter().filter(|day| day.fines == dollars(0)).count(), count - 1);
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
    world.database.tables().books.entries =
        vec![charge(1, "2026-03-02T05:00:00Z", 4), charge(2, "2026-03-02T04:59:59Z", 3)];
    let today = overview_of(&world, &admin(), 1).unwrap().money;
    assert_eq!(today.iter().map(|day| day.fines).collect::<Vec<_>>(), [dollars(4)]);
}

#[test]
fn drivers_cannot_see_the_overview() {
    let world = world();
    assert_eq!(outcome(&overview_of(&world, &driver(), 30)), "Forbidden");
}
