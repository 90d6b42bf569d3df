use domain::driving_record::kinds::ItemKind;
use domain::driving_record::standing::CityData;
use domain::shared::ids::{ParkingId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::sources::runs::SourceCitation;
use ports::store::{Database, Store};

use crate::support::{at, item, payment, transaction, user};

/// Builds a city's citation with this number, which was filed as `item`.
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

fn parking(store: &mut dyn Store, user: UserId) -> ParkingId {
    ParkingId(item(store, user, ItemKind::Parking).item_id())
}

pub fn an_items_standing_includes_the_latest_data_from_its_city(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let item = parking(store, user);
        let city = |store: &mut dyn Store| store.standing_facts(Payable::Parking(item)).unwrap().city;
        assert_eq!(city(store), None);
        let owed = citation(user, item, "1467619188");
        store.put_source_citation(&owed).unwrap();
        let data = CityData {
            authority: "New York City".to_owned(),
            number: "1467619188".to_owned(),
            as_of: at(5),
            settled_at: None,
        };
        assert_eq!(city(store), Some(data.clone()));
        let settled = SourceCitation { owed: Money::ZERO, settled_at: Some(at(6)), as_of: at(6), ..owed };
        store.put_source_citation(&settled).unwrap();
        let current = [(user, "1467619188".to_owned())];
        store.mark_citations_current("chicago", &current, at(8)).unwrap();
        store.mark_citations_current("nyc", &current, at(7)).unwrap();
        let expected = CityData { as_of: at(7), settled_at: Some(at(6)), ..data };
        assert_eq!(city(store), Some(expected.clone()));
        assert_eq!(store.parking_of(user).unwrap()[0].1.city, Some(expected));
        let stored = store.source_citations_of("nyc", &[user]).unwrap();
        assert_eq!(stored, [SourceCitation { as_of: at(7), ..settled }]);
        assert_eq!(store.source_citations_of("chicago", &[user]).unwrap(), []);
        assert!(store.is_from_source(item).unwrap() && !store.is_from_source(ParkingId(99)).unwrap());
    });
}

pub fn other_drivers_with_the_same_citation_are_found(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let item = parking(store, ann);
        store.put_source_citation(&citation(ann, item, "1")).unwrap();
        let numbers = ["1".to_owned(), "2".to_owned()];
        assert_eq!(store.other_owners_of("nyc", &numbers, bob).unwrap(), [("1".to_owned(), ann)]);
        assert_eq!(store.other_owners_of("nyc", &numbers, ann).unwrap(), []);
        assert_eq!(store.other_owners_of("chicago", &numbers, bob).unwrap(), []);
    });
}

pub fn closing_an_account_keeps_the_citations_of_paid_items_without_the_plate(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let (paid, open) = (parking(store, user), parking(store, user));
        payment(store, user, Payable::Parking(paid), "a");
        store.put_source_citation(&citation(user, paid, "1")).unwrap();
        store.put_source_citation(&citation(user, open, "2")).unwrap();
        store.close_user(user, at(9)).unwrap();
        let citations = store.source_citations_of("nyc", &[user]).unwrap();
        assert_eq!(citations, [SourceCitation { plate: None, ..citation(user, paid, "1") }]);
    });
}

pub fn parking_tickets_get_the_citys_citation_number_once(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let [first, second] = [1, 2].map(|_| parking(store, user));
        for (item, number) in [(first, "146"), (second, "147")] {
            store.put_source_citation(&citation(user, item, number)).unwrap();
        }
        assert_eq!(store.fill_citation_numbers(ParkingId(0), 1).unwrap(), Some(first));
        assert_eq!(store.fill_citation_numbers(first, 9).unwrap(), Some(second));
        assert_eq!(store.fill_citation_numbers(second, 9).unwrap(), None);
        assert_eq!(store.fill_citation_numbers(ParkingId(0), 9).unwrap(), Some(second), "filled once");
        for (item, number) in [(first, "146"), (second, "147")] {
            let stored = store.parking(item).unwrap().unwrap();
            assert_eq!(stored.filed.citation_number.as_deref(), Some(number));
            assert_eq!((stored.filed.issuer.as_deref(), stored.version), (Some("New York City"), 2));
        }
    });
}
