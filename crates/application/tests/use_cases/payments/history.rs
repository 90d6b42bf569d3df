//! The payment history: who sees which payments, and when a year starts.

use application::Error;
use application::payments::history::{list_transactions, total_this_year};
use chrono::TimeDelta;
use domain::shared::ids::UserId;
use ports::payments::history::HistoryFilter;
use ports::shared::paging::Page;
use rstest::rstest;

use crate::support::*;

const PAGE: Page = Page { limit: 50, offset: 0 };

#[rstest]
#[case::own(DRIVER, DRIVER, Some(1))]
#[case::staff(ADMIN, DRIVER, Some(1))]
#[case::own_and_empty(OTHER, OTHER, Some(0))]
#[case::another_driver(OTHER, DRIVER, None)]
fn drivers_see_only_their_own_payments_and_staff_see_those_of_any_driver(
    #[case] caller: UserId,
    #[case] owner: UserId,
    #[case] total: Option<i64>,
) {
    let world = World::new();
    world.pay_and_settle(TICKET);
    let listed = world
        .transact(|store| list_transactions(store, &actor(caller), owner, &HistoryFilter::default(), PAGE));
    assert_eq!(listed.as_ref().ok().map(|paged| paged.total), total);
    assert!(total.is_some() || matches!(listed, Err(Error::Forbidden)));
    let year = world.transact(|store| total_this_year(&world.deps, store, &actor(caller), owner));
    assert_eq!(year.is_ok(), total.is_some());
}

#[test]
fn payments_of_an_unknown_user_are_not_found_for_staff_and_forbidden_for_drivers() {
    let world = World::new();
    let of = |caller| {
        world.transact(|store| {
            list_transactions(store, &actor(caller), UserId(99), &HistoryFilter::default(), PAGE)
        })
    };
    assert!(matches!(of(ADMIN), Err(Error::NotFound)));
    assert!(matches!(of(DRIVER), Err(Error::Forbidden)));
}

/// The time is noon UTC on March 2, 2026. The business is in New York's time zone.
#[test]
fn a_year_ends_at_midnight_in_the_business_time_zone() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    let year = || world.transact(|store| total_this_year(&world.deps, store, &driver(), DRIVER)).unwrap();
    assert_eq!((year().year, year().charged), (2026, dollars(150)));
    let end = time("2027-01-01T05:00:00Z");
    world.advance(end - noon() - TimeDelta::seconds(1));
    assert_eq!((year().year, year().charged), (2026, dollars(150)));
    world.advance(TimeDelta::seconds(1));
    assert_eq!((year().year, year().charged), (2027, dollars(0)));
}
