//! Tests of items that were filed for a source's citations, and of plates that were queried at a source.

use domain::shared::ids::ParkingId;
use domain::shared::payable::Payable;
use ports::accounts::account::Accounts;
use ports::driving_record::filing::FiledItems;
use ports::driving_record::items::Items;
use ports::driving_record::standings::Standings;
use ports::sources::runs::Sources;

use crate::support::{World, at};

#[test]
fn an_item_filed_as_settled_without_a_payment_counts_as_settled_with_the_city() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let item = world.parking(user);
    let facts = |world: &mut World| world.store().standing_facts(Payable::Parking(item)).unwrap();
    assert_eq!(facts(&mut world).settled_unpaid_at, None);
    let stored = world.store().lock_item(Payable::Parking(item)).unwrap().unwrap();
    let settled = stored.details().draft().with("is_settled_unpaid", "true");
    let settled = settled.validate(at(5).date_naive(), Some(stored.details().amount())).unwrap();
    world.store().update_item(stored.payable(), &settled).unwrap();
    assert!(facts(&mut world).settled_unpaid_at.is_some() && facts(&mut world).is_settled_with_city());
}

#[test]
fn closing_an_account_deletes_the_times_when_its_plate_was_queried() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    world.store().mark_queried("nyc", &[user], at(5)).unwrap();
    let queried = |world: &World| world.db.value("SELECT count(*) FROM source_plates").unwrap();
    assert_eq!(queried(&world), "1");
    world.store().close_user(user, at(9)).unwrap();
    assert_eq!(queried(&world), "0");
}

#[test]
fn a_citation_number_from_a_source_never_replaces_a_parking_tickets_own_number() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let numbered = world.parking(user);
    world.db.execute(&format!(
        "UPDATE parking SET citation_number = 'AB-1', issuer = 'Albany';
         INSERT INTO source_citations (source, number, user_id, parking_id, authority, owed_cents, as_of)
             VALUES ('nyc', '147', {user}, {numbered}, 'New York City', 6500, now())"
    ));
    let mut store = world.store();
    assert_eq!(store.fill_citation_numbers(ParkingId(0), 9).unwrap(), Some(numbered));
    let stored = store.parking(numbered).unwrap().unwrap();
    assert_eq!(
        (stored.filed.citation_number.as_deref(), stored.filed.issuer.as_deref(), stored.version),
        (Some("AB-1"), Some("Albany"), 1)
    );
}
