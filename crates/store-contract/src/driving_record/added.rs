use domain::driving_record::added::{CheckStatus, DriverEntry};
use domain::driving_record::kinds::ItemKind;
use domain::shared::ids::{TicketId, UserId};
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::driving_record::added::{AddedCounts, AddedItem, SimilarItemQuery};
use ports::driving_record::filing::{NumberedItem, Removal};
use ports::shared::paging::Page;
use ports::store::{Database, Store};

use super::filing::cited;
use crate::support::{ALL, at, transaction, user};

/// Adds an item that the driver added at this second and staff haven't checked yet.
fn add(store: &mut dyn Store, user: UserId, kind: ItemKind, number: &str, second: i64) -> AddedItem {
    let entry = Some(DriverEntry::BeingChecked);
    let details = cited(kind, number, "City of Austin");
    let item = store.insert_item(user, &details, entry, at(second)).unwrap();
    store.insert_added_item(user, item.payable(), at(second)).unwrap()
}

/// Adds an item that staff filed.
fn file(store: &mut dyn Store, user: UserId, kind: ItemKind, number: &str) -> Payable {
    let details = cited(kind, number, "City of Austin");
    store.insert_item(user, &details, None, at(1)).unwrap().payable()
}

pub fn each_kind_of_added_item_is_stored_and_confirmed(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        store.lock_authority_register().unwrap();
        for (second, kind) in (1..).zip([ItemKind::Ticket, ItemKind::Parking, ItemKind::Toll]) {
            let added = add(store, user, kind, "AB-1", second);
            assert_eq!(
                (added.status, added.user_id, added.added_at),
                (CheckStatus::BeingChecked, user, at(second))
            );
            assert!(store.standing_facts(added.item).unwrap().is_being_checked());
            let summary = store.added_item(added.id).unwrap().unwrap();
            assert_eq!((&summary.added, summary.version), (&added, 1));
            assert_eq!(summary.citation.number.as_deref(), Some("AB-1"));
            assert_eq!(store.lock_added_item_of(added.item).unwrap().as_ref(), Some(&added));
            store.end_item_check(&added, CheckStatus::Confirmed, None, at(9)).unwrap();
            store.mark_item_confirmed(added.item).unwrap();
            let facts = store.standing_facts(added.item).unwrap();
            assert_eq!(facts.driver_entry, Some(DriverEntry::Confirmed));
            let summary = store.added_item(added.id).unwrap().unwrap();
            assert_eq!(
                (summary.added.status, summary.added.checked_at),
                (CheckStatus::Confirmed, Some(at(9)))
            );
            assert_eq!(summary.version, 2);
        }
        assert_eq!(store.lock_added_item_of(Payable::Ticket(TicketId(99))).unwrap(), None);
        assert_eq!(store.added_item(99).unwrap(), None);
    });
}

pub fn unchecked_items_are_listed_oldest_first(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        store.lock_authority_register().unwrap();
        let later = add(store, user, ItemKind::Ticket, "1", 5);
        let first = add(store, user, ItemKind::Toll, "2", 4);
        let checked = add(store, user, ItemKind::Parking, "3", 3);
        store.end_item_check(&checked, CheckStatus::NotFound, Some("No such citation."), at(6)).unwrap();
        let queue = store.items_to_check(ALL).unwrap();
        assert_eq!(queue.items.iter().map(|one| one.added.id).collect::<Vec<_>>(), [first.id, later.id]);
        assert_eq!(queue.total, 2);
        let second = store.items_to_check(Page { limit: 1, offset: 1 }).unwrap();
        assert_eq!((second.items[0].added.id, second.total), (later.id, 2));
        let own = |store: &mut dyn Store, since| {
            let own = store.added_items_of(user, at(since)).unwrap();
            own.into_iter().map(|one| one.added.id).collect::<Vec<_>>()
        };
        assert_eq!(own(store, 6), [checked.id, first.id, later.id]);
        assert_eq!(own(store, 7), [first.id, later.id], "the result is older");
        let counts = AddedCounts { being_checked: 2, recent: 2 };
        assert_eq!(store.count_added_items(user, at(4)).unwrap(), counts);
        let reason = store.added_item(checked.id).unwrap().unwrap().added.reason;
        assert_eq!(reason.as_deref(), Some("No such citation."));
    });
}

pub fn a_removed_item_keeps_its_fields_in_the_drivers_list(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        store.lock_authority_register().unwrap();
        let added = add(store, user, ItemKind::Parking, "AB-1", 1);
        store.end_item_check(&added, CheckStatus::NotFound, Some("No such citation."), at(6)).unwrap();
        let removal = Removal { by: user, result: "No such citation.".to_owned(), at: at(6) };
        store.remove_item(added.item, &removal).unwrap();
        let own = store.added_items_of(user, at(6)).unwrap();
        assert_eq!((own.len(), own[0].label.as_str(), own[0].amount.as_str()), (1, "Expired meter", "65"));
    });
}

pub fn an_unconfirmed_citation_number_is_found_only_among_its_drivers_items(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        store.lock_authority_register().unwrap();
        let added = add(store, ann, ItemKind::Parking, "AB 1", 1);
        let filed = file(store, bob, ItemKind::Ticket, "ab-1");
        let numbers = ["AB1".to_owned()];
        let items = |found: Vec<NumberedItem>| found.into_iter().map(|one| one.item).collect::<Vec<_>>();
        assert_eq!(items(store.items_by_number(&numbers).unwrap()), [filed]);
        assert_eq!(items(store.added_items_by_number(ann, &numbers).unwrap()), [added.item]);
        assert_eq!(items(store.added_items_by_number(bob, &numbers).unwrap()), []);
    });
}

/// Returns the items that are similar to one that this user added, each with whether it is being checked.
fn similar(store: &mut dyn Store, user: UserId, numbers: &[String]) -> Vec<(Payable, bool)> {
    let query = SimilarItemQuery { numbers, user, date: cited(ItemKind::Toll, "1", "").date(), limit: 20 };
    let found = store.similar_items(&query).unwrap();
    let mut found: Vec<_> = found.into_iter().map(|one| (one.item, one.is_being_checked)).collect();
    found.sort_by_key(|(item, _)| item.kind().as_str());
    found
}

pub fn similar_items_share_a_citation_number_or_the_driver_and_date(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        store.set_vehicle(bob, "BOB1", UsState::Texas.into(), at(1)).unwrap();
        store.lock_authority_register().unwrap();
        let added = add(store, bob, ItemKind::Ticket, "A10", 1);
        let same_number = file(store, bob, ItemKind::Toll, "AIO");
        let same_day = file(store, ann, ItemKind::Parking, "Z9");
        file(store, bob, ItemKind::Parking, "Z8");
        let found = similar(store, ann, &["A10".to_owned(), "AIO".to_owned()]);
        let expected = [(same_day, false), (added.item, true), (same_number, false)];
        assert_eq!(found, expected, "another driver's item that is being checked is included");
    });
}

pub fn similar_items_include_items_of_drivers_with_the_same_plate(database: &dyn Database) {
    transaction(database, |store| {
        let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| user(store, &format!("{name}@example.com")));
        for (user, plate, state) in [
            (ann, "ABC-123", UsState::Texas),
            (bob, "ABC 123", UsState::Texas),
            (cid, "ABC123", UsState::Ohio),
        ] {
            store.set_vehicle(user, plate, state.into(), at(1)).unwrap();
        }
        store.lock_authority_register().unwrap();
        let of_bob = file(store, bob, ItemKind::Ticket, "Z7");
        file(store, cid, ItemKind::Ticket, "Z6");
        assert_eq!(similar(store, ann, &[]), [(of_bob, false)]);
    });
}
