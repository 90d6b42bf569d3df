//! Tests of the citations of a source: how they are stored, which items were filed for them, and the city's
//! data about an item.

use domain::driving_record::standing::CityData;
use domain::driving_record::ticket::Parking;
use domain::imports::import::ImportKind;
use domain::imports::line::DriverIdentifiers;
use domain::shared::ids::{ParkingId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::accounts::account::Accounts;
use ports::driving_record::filing::FiledItems;
use ports::driving_record::items::Items;
use ports::driving_record::standings::Standings;
use ports::imports::files::Imports;
use ports::imports::waiting::{NewWaitingCitation, WaitReason, WaitingCitations};
use ports::sources::runs::{SourceCitation, Sources};

use crate::support::{ALL, World, at};

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
fn standing_facts_include_the_latest_data_from_the_city() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let item = world.parking(user);
    let facts = |world: &mut World| world.store().standing_facts(Payable::Parking(item)).unwrap().city;
    assert_eq!(facts(&mut world), None);
    let owed = citation(user, item, "1467619188");
    world.store().put_source_citation(&owed).unwrap();
    let city_data = CityData {
        authority: "New York City".to_owned(),
        number: "1467619188".to_owned(),
        as_of: at(5),
        settled_at: None,
    };
    assert_eq!(facts(&mut world), Some(city_data.clone()));
    let settled = SourceCitation { owed: Money::ZERO, settled_at: Some(at(6)), as_of: at(6), ..owed };
    world.store().put_source_citation(&settled).unwrap();
    world.store().mark_citations_current("nyc", &[(user, "1467619188".to_owned())], at(7)).unwrap();
    let expected = CityData { as_of: at(7), settled_at: Some(at(6)), ..city_data };
    assert_eq!(facts(&mut world), Some(expected.clone()));
    assert_eq!(world.store().parking_of(user).unwrap()[0].1.city, Some(expected));
    assert_eq!(
        world.store().source_citations_of("nyc", &[user]).unwrap(),
        [SourceCitation { as_of: at(7), ..settled }]
    );
    assert!(
        world.store().is_from_source(item).unwrap() && !world.store().is_from_source(ParkingId(99)).unwrap()
    );
}

#[test]
fn other_drivers_with_the_same_citation_are_found() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let item = world.parking(ann);
    let mut store = world.store();
    store.put_source_citation(&citation(ann, item, "1")).unwrap();
    let numbers = ["1".to_owned(), "2".to_owned()];
    assert_eq!(store.other_owners_of("nyc", &numbers, bob).unwrap(), [("1".to_owned(), ann)]);
    assert_eq!(store.other_owners_of("nyc", &numbers, ann).unwrap(), []);
    assert_eq!(store.other_owners_of("chicago", &numbers, bob).unwrap(), []);
}

#[test]
fn an_import_recognizes_citations_that_a_source_already_filed() {
    let mut world = World::new();
    let mut store = world.store();
    assert!(store.store_import_key(ImportKind::Parking, [1; 32], true, 7, None).unwrap());
    assert!(!store.store_import_key(ImportKind::Parking, [1; 32], true, 8, None).unwrap());
    assert_eq!(store.known_keys(ImportKind::Parking, &[[1; 32]]).unwrap(), [([1; 32], 7)]);
}

#[test]
fn doubtful_source_citations_wait_in_the_same_list_as_imported_ones() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let named = DriverIdentifiers {
        plate: Some(("ABC123".to_owned(), UsState::NewYork.into())),
        ..DriverIdentifiers::default()
    };
    let new = NewWaitingCitation {
        line: 0,
        candidate: Some(user),
        named,
        citation: Some("1467619188".to_owned()),
        reason: Some("Too much.".to_owned()),
        fields: vec![("location".to_owned(), "Bronx".to_owned())],
        key: [7; 32],
        ordinal: 1,
    };
    let mut store = world.store();
    assert!(store.queue_source_citation("nyc", &new, at(5)).unwrap());
    assert!(!store.queue_source_citation("nyc", &new, at(6)).unwrap(), "it waits once");
    let waiting = store.waiting_citations(WaitReason::ForDecision, Some(user), ALL).unwrap().items.remove(0);
    assert_eq!((waiting.import, waiting.source.as_deref()), (None, Some("nyc")));
    assert_eq!((waiting.reason.as_deref(), waiting.created_at), (Some("Too much."), at(5)));
    store.decline_waiting(waiting.id).unwrap();
    assert!(!store.queue_source_citation("nyc", &new, at(7)).unwrap(), "what was declined, too");
    let keys = [[7; 32], [8; 32]];
    assert_eq!(store.waiting_keys(ImportKind::Parking, &keys).unwrap(), [[7; 32]]);
    assert_eq!(store.waiting_keys(ImportKind::Ticket, &keys).unwrap(), [[0; 32]; 0]);
    assert_eq!(store.declined_drivers(ImportKind::Parking, &keys).unwrap(), [([7; 32], user)]);
    assert_eq!(store.declined_drivers(ImportKind::Ticket, &keys).unwrap(), []);
    let another = world.user("bea@example.com");
    let theirs = NewWaitingCitation { candidate: Some(another), ..new };
    let mut store = world.store();
    assert!(store.queue_source_citation("nyc", &theirs, at(8)).unwrap(), "another driver is asked about");
    let waiting = store.waiting_citations(WaitReason::ForDecision, None, ALL).unwrap().items;
    assert_eq!(waiting.iter().map(|one| one.candidate).collect::<Vec<_>>(), [Some(another)]);
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
fn parking_tickets_of_earlier_releases_get_the_citys_citation_number_once() {
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
