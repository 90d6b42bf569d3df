use domain::accounts::verification::{Claim, VerificationBasis};
use domain::driving_record::kinds::ItemKind;
use domain::imports::import::ImportKind;
use domain::imports::line::DriverIdentifiers;
use domain::imports::matching::{DetailMatch, FoundDrivers};
use domain::shared::ids::UserId;
use domain::shared::us_state::UsState;
use ports::accounts::users::NewUser;
use ports::accounts::verification::NewVerification;
use ports::driving_record::filing::Removal;
use ports::store::{Database, Store};

use crate::support::{at, bare_user, date, item, transaction, user};

/// Builds the details by which a row names its driver. A detail that is 0 or empty is left out.
fn identifiers(id: i32, email: &str, license: &str) -> DriverIdentifiers {
    DriverIdentifiers {
        id: (id > 0).then_some(UserId(id)),
        email: (!email.is_empty()).then(|| email.to_owned()),
        license: (!license.is_empty()).then(|| (license.to_owned(), UsState::Texas)),
        plate: None,
    }
}

/// Adds a driver with this license number from Texas.
fn add_licensed_driver(store: &mut dyn Store, number: &str, email: &str) -> UserId {
    let new = NewUser {
        drivers_license_number: Some(number.to_owned()),
        state: Some(UsState::Texas),
        ..bare_user(email)
    };
    store.insert_user(&new).unwrap().id
}

pub fn open_accounts_are_found_by_user_id_email_and_license(database: &dyn Database) {
    transaction(database, |store| {
        let cleo = add_licensed_driver(store, "ab-1 2", "Cleo@Example.com");
        let twins =
            ["dan@example.com", "eve@example.com"].map(|email| add_licensed_driver(store, "TWIN", email));
        let closed = add_licensed_driver(store, "GONE", "gone@example.com");
        store.close_user(closed, at(5)).unwrap();
        let twin = identifiers(0, "nobody@example.com", "TWIN");
        let found = store
            .find_drivers(&[
                identifiers(cleo.0, "cleo@example.com", "AB12"),
                twin.clone(),
                identifiers(closed.0, "gone@example.com", "GONE"),
                identifiers(i32::MAX, "", "ZZ"),
                identifiers(0, "", ""),
            ])
            .unwrap();
        let claimed = DetailMatch::Claimed(cleo);
        let all = FoundDrivers {
            by_id: Some(cleo),
            by_email: claimed,
            by_license: claimed,
            ..FoundDrivers::default()
        };
        let none = FoundDrivers::default();
        assert_eq!(found, [all, none, none, none, none]);
        assert_eq!(store.find_drivers(&[]).unwrap(), []);
        let basis = VerificationBasis::parse("License card").unwrap();
        let verified = NewVerification { claim: Claim::License, basis: &basis, at: at(6) };
        store.store_verification(twins[1], &verified).unwrap();
        let found = store.find_drivers(&[twin]).unwrap();
        assert_eq!(found[0].by_license, DetailMatch::Verified(twins[1]), "the verified one of two");
    });
}

pub fn existing_items_of_a_day_are_listed_without_removed_items(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let [one, removed] = [1, 2].map(|_| item(store, ann, ItemKind::Ticket));
        let day = date("2026-01-02");
        let removal = Removal { by: bob, result: "dismissed".to_owned(), at: at(1) };
        store.remove_item(removed, &removal).unwrap();
        store.store_import_key(ImportKind::Ticket, [1; 32], true, one.item_id(), None).unwrap();
        let found =
            store.items_by_driver_and_day(ImportKind::Ticket, &[(ann, day), (ann, day), (bob, day)]).unwrap();
        let listed: Vec<_> = found.iter().map(|item| (item.id, item.user, item.has_citation)).collect();
        assert_eq!(listed, [(one.item_id(), ann, true)]);
        assert_eq!(store.items_by_driver_and_day(ImportKind::Ticket, &[]).unwrap(), []);
        assert_eq!(
            store.items_by_driver_and_day(ImportKind::Ticket, &[(ann, date("2026-01-03"))]).unwrap(),
            []
        );
        assert_eq!(
            store.items_with_ids(ImportKind::Ticket, &[one.item_id(), removed.item_id()]).unwrap(),
            found
        );
        item(store, ann, ItemKind::Toll);
        let tolls = store.items_by_driver_and_day(ImportKind::Toll, &[(ann, day)]).unwrap();
        assert_eq!(
            (tolls[0].label.as_str(), tolls[0].location.as_deref(), tolls[0].has_citation),
            ("I-95 Express", None, false)
        );
    });
}
