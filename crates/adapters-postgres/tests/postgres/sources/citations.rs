//! Tests of the citations of a source: how they are stored, which items were filed for them, and the city's
//! data about an item.

use domain::driving_record::ticket::Parking;
use domain::shared::ids::{ParkingId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::accounts::account::Accounts;
use ports::driving_record::filing::FiledItems;
use ports::driving_record::items::Items;
use ports::driving_record::standings::Standings;
use ports::sources::runs::{SourceCitation, Sources};

use crate::support::{World, at};

fn citation(user: UserId, item: ParkingId, number: &str) -> SourceCitation {
    SourceCitation {
        source: "nyc".to_owned(),
        authority: "New York City".to_owned(),
        number: number.to_owned(),
        user,
        item,
        plate: Some(("ABC123".to_owned(), UsState::NewYork.into())),
        owed: Money::from_dollars(65),
        settled_at: None,
        as_of: at(5),
    }
}

#[test]
fn an_items_standing_includes_that_it_was_filed_as_settled_without_a_payment() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let item = world.parking(user);
    let facts = |world: &mut World| world.store().standing_facts(Payable::Parking(item)).unwrap();
    assert_eq!(facts(&mut world).settled_unpaid_at, None);
    let stored = world.store().lock_item(Payable::Parking(item)).unwrap().unwrap();
    let settled = stored.details().draft().with("is_settled_unpaid", "true");
    let settled = settled.check(at(5).date_naive(), Some(stored.details().amount())).unwrap();
    world.store().update_item(stored.payable(), &settled).unwrap();
    assert!(facts(&mut world).settled_unpaid_at.is_some() && facts(&mut world).is_settled_with_city());
}

#[test]
fn closing_an_account_keeps_the_citation_number_of_paid_items_without_the_plate() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let (paid, open) = (world.parking(user), world.parking(user));
    world.payment(user, Payable::Parking(paid), "a");
    let mut store = world.store();
    store.put_source_citation(&citation(user, paid, "1")).unwrap();
    store.put_source_citation(&citation(user, open, "2")).unwrap();
    store.mark_queried("nyc", &[user], at(5)).unwrap();
    store.close_user(user, at(9)).unwrap();
    let citations = store.source_citations_of("nyc", &[user]).unwrap();
    assert_eq!(citations, [SourceCitation { plate: None, ..citation(user, paid, "1") }]);
    assert_eq!(world.db.value("SELECT count(*) FROM source_plates").as_deref(), Some("0"));
}

#[test]
fn only_parking_tickets_without_a_citation_number_get_the_citys_citation_number() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let (old, numbered) = (world.parking(user), world.parking(user));
    world.db.execute(&format!(
        "UPDATE parking SET citation_number = 'AB-1', issuer = 'Albany' WHERE id = {numbered};
         INSERT INTO source_citations (source, number, user_id, parking_id, authority, owed_cents, as_of) VALUES
            ('nyc', '146', {user}, {old}, 'New York City', 6500, now()), ('nyc', '147', {user}, {numbered}, 'New York City', 6500, now())"
    ));
    let mut store = world.store();
    assert_eq!(store.fill_citation_numbers(ParkingId(0), 1).unwrap(), Some(old));
    assert_eq!(store.fill_citation_numbers(old, 9).unwrap(), Some(numbered));
    assert_eq!(store.fill_citation_numbers(numbered, 9).unwrap(), None);
    let of = |item: &Parking| (item.filed.citation_number.clone(), item.filed.issuer.clone(), item.version);
    let (old, numbered) = (store.parking(old).unwrap().unwrap(), store.parking(numbered).unwrap().unwrap());
    assert_eq!(of(&old), (Some("146".to_owned()), Some("New York City".to_owned()), 2));
    assert_eq!(of(&numbered), (Some("AB-1".to_owned()), Some("Albany".to_owned()), 1));
}
