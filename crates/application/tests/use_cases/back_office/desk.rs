//! The desk: open work, and the search over all records.

use application::Error;
use application::back_office::desk::{list_longest_waiting, search_records};
use domain::shared::ids::UserId;
use domain::shared::search::Search;
use rstest::rstest;

use crate::support::*;

/// Returns a world in which the driver is called Ann Lee and has the hire 7.
fn world() -> World {
    let world = World::new();
    let mut tables = world.database.tables();
    tables.hires.push(hire(7, UserId(2)));
    let name = tables.users.iter_mut().find(|user| user.id == UserId(2)).unwrap();
    name.full_name = Some("Ann Lee".to_owned());
    drop(tables);
    world
}

#[rstest]
#[case::id("7", 1)]
#[case::another_id("8", 0)]
#[case::start_of_a_name("l", 0)]
fn a_search_by_id_finds_the_record_and_names_its_driver(#[case] search_text: &str, #[case] records: usize) {
    let world = world();
    let found = world.transact(|store| search_records(store, &admin(), Search::parse(search_text))).unwrap();
    assert_eq!(found.records.len(), records);
    assert_eq!(found.names.contains_key(&UserId(2)), records > 0);
}

/// The record whose id is exactly the searched number comes first.
#[test]
fn a_record_is_found_by_the_first_digits_of_its_id() {
    let world = world();
    world.database.tables().hires.splice(0..0, [hire(71, UserId(2)), hire(107, UserId(2))]);
    let found = world.transact(|store| search_records(store, &admin(), Search::parse("7"))).unwrap();
    assert_eq!(found.records.iter().map(|record| record.id).collect::<Vec<_>>(), [7, 71]);
}

#[rstest]
#[case("AB-12 3", 1)]
#[case("ab1", 1)]
#[case("ab", 0)]
#[case("b12", 0)]
fn an_item_is_found_by_the_start_of_its_citation_number(#[case] search_text: &str, #[case] records: usize) {
    let world = world();
    world.database.tables().tickets[0].filed.citation_number = Some("ab 123".to_owned());
    let found = world.transact(|store| search_records(store, &admin(), Search::parse(search_text))).unwrap();
    assert_eq!(found.records.len(), records);
}

#[test]
fn searching_for_a_user_id_lists_that_user_first_and_only_once() {
    let world = world();
    let found = world.transact(|store| search_records(store, &admin(), Search::parse("2"))).unwrap();
    let ids: Vec<UserId> = found.drivers.iter().map(|user| user.id).collect();
    assert_eq!(ids.first(), Some(&UserId(2)));
    assert_eq!(ids.iter().filter(|id| **id == UserId(2)).count(), 1);
    assert!(world.transact(|store| search_records(store, &admin(), None)).unwrap().drivers.is_empty());
}

#[test]
fn only_staff_can_search_records_and_list_open_work_with_driver_names() {
    let world = world();
    let (records, names) = world.transact(|store| list_longest_waiting(store, &admin(), noon())).unwrap();
    assert_eq!(records.len(), 1);
    assert_eq!(names.get(&UserId(2)).map(String::as_str), Some("Ann Lee"));
    let driver = driver();
    assert!(matches!(
        world.transact(|store| list_longest_waiting(store, &driver, noon())),
        Err(Error::Forbidden)
    ));
    assert!(matches!(
        world.transact(|store| search_records(store, &driver, Search::parse("2"))),
        Err(Error::Forbidden)
    ));
}
