//! Tests of the items that drivers added: how these are stored, checked and found, and that their drivers get
//! no news about them.

use adapters_postgres::PgStore;
use chrono::NaiveDate;
use domain::driving_record::added::{CheckStatus, DriverEntry};
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::ItemDetails;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::driving_record::added::{AddedCounts, AddedItem, AddedItems, SimilarItemQuery};
use ports::driving_record::courts::{Courts, KnownIssuer};
use ports::driving_record::filing::{FiledItems, Removal};
use ports::driving_record::items::Items;
use ports::driving_record::standings::Standings;
use ports::notices::calendar::Calendars;
use ports::shared::paging::Page;

use super::filed;
use crate::support::{World, at};

const FIRST_PAGE: Page = Page { limit: 50, offset: 0 };

fn details(kind: ItemKind, number: &str) -> ItemDetails {
    let fields = [
        ("violation_type", "Speeding"),
        ("toll_road", "SH 130"),
        ("location", "Main St"),
        ("amount", "15"),
        ("points", "0"),
        ("category", "traffic"),
        ("issuer", "City of Austin"),
        ("citation_number", number),
    ];
    filed(kind, &fields)
}

fn add(store: &mut PgStore<'_>, user: UserId, kind: ItemKind, number: &str, second: i64) -> AddedItem {
    let entry = Some(DriverEntry::BeingChecked);
    let item = store.insert_item(user, &details(kind, number), entry, at(second)).unwrap();
    store.insert_added_item(user, item.payable(), at(second)).unwrap()
}

#[test]
fn each_kind_of_added_item_is_stored_and_confirmed() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    for (second, kind) in (1..).zip([ItemKind::Ticket, ItemKind::Parking, ItemKind::Toll]) {
        let mut store = world.store();
        let added = add(&mut store, user, kind, "AB-1", second);
        assert_eq!(
            (added.status, added.user_id, added.added_at),
            (CheckStatus::BeingChecked, user, at(second))
        );
        assert!(store.standing_facts(added.item).unwrap().is_being_checked());
        let summary = store.added_item(added.id).unwrap().unwrap();
        assert_eq!((&summary.added, summary.amount.as_str(), summary.version), (&added, "15", 1));
        assert_eq!(summary.citation.number.as_deref(), Some("AB-1"));
        assert_eq!(store.lock_added_item_of(added.item).unwrap().as_ref(), Some(&added));
        store.end_check(&added, CheckStatus::Confirmed, None, at(9)).unwrap();
        store.mark_confirmed(added.item).unwrap();
        let facts = store.standing_facts(added.item).unwrap();
        assert_eq!(facts.driver_entry, Some(DriverEntry::Confirmed));
        let summary = store.added_item(added.id).unwrap().unwrap();
        assert_eq!((summary.added.status, summary.added.checked_at), (CheckStatus::Confirmed, Some(at(9))));
        assert_eq!(summary.version, 2);
    }
    assert_eq!(
        world.store().lock_added_item_of(Payable::Ticket(domain::shared::ids::TicketId(99))).unwrap(),
        None
    );
}

#[test]
fn the_queue_has_unchecked_items_oldest_first() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let mut store = world.store();
    let later = add(&mut store, user, ItemKind::Ticket, "1", 5);
    let first = add(&mut store, user, ItemKind::Toll, "2", 4);
    let checked = add(&mut store, user, ItemKind::Parking, "3", 3);
    store.end_check(&checked, CheckStatus::NotFound, Some("No such citation."), at(6)).unwrap();
    let queue = store.items_to_check(FIRST_PAGE).unwrap();
    assert_eq!(queue.items.iter().map(|one| one.added.id).collect::<Vec<_>>(), [first.id, later.id]);
    assert_eq!(queue.total, 2);
    let own: Vec<_> =
        store.added_items_of(user, at(6)).unwrap().into_iter().map(|one| one.added.id).collect();
    assert_eq!(own, [checked.id, first.id, later.id]);
    let own: Vec<_> =
        store.added_items_of(user, at(7)).unwrap().into_iter().map(|one| one.added.id).collect();
    assert_eq!(own, [first.id, later.id], "the result is older");
    let counts = AddedCounts { being_checked: 2, recent: 2 };
    assert_eq!(store.count_added(user, at(4)).unwrap(), counts);
}

#[test]
fn an_unconfirmed_citation_number_is_found_only_among_its_drivers_items() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let mut store = world.store();
    let added = add(&mut store, ann, ItemKind::Parking, "AB 1", 1);
    let filed = store.insert_item(bob, &details(ItemKind::Ticket, "ab-1"), None, at(1)).unwrap();
    let numbers = ["AB1".to_owned()];
    let found = |found: Vec<ports::driving_record::filing::NumberedItem>| -> Vec<_> {
        found.into_iter().map(|one| one.item).collect()
    };
    assert_eq!(found(store.items_by_number(&numbers).unwrap()), [filed.payable()]);
    assert_eq!(found(store.added_by_number(ann, &numbers).unwrap()), [added.item]);
    assert_eq!(found(store.added_by_number(bob, &numbers).unwrap()), []);
}

#[test]
fn similar_items_share_a_citation_number_or_the_driver_and_date() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    world.db.execute(&format!("UPDATE users SET vehicle_license_plate = 'BOB1' WHERE id = {bob}"));
    let mut store = world.store();
    let added = add(&mut store, bob, ItemKind::Ticket, "A10", 1);
    let same_number = store.insert_item(bob, &details(ItemKind::Toll, "AIO"), None, at(1)).unwrap();
    let same_day = store.insert_item(ann, &details(ItemKind::Parking, "Z9"), None, at(1)).unwrap();
    store.insert_item(bob, &details(ItemKind::Parking, "Z8"), None, at(1)).unwrap();
    let date = details(ItemKind::Ticket, "1").date();
    let numbers = ["A10".to_owned(), "AIO".to_owned()];
    let query = SimilarItemQuery { numbers: &numbers, user: ann, date, limit: 20 };
    let found = store.similar_items(&query).unwrap().into_iter().map(|one| (one.item, one.is_being_checked));
    let mut found: Vec<_> = found.collect();
    found.sort_by_key(|(item, _)| item.kind().as_str());
    let expected = [(same_day.payable(), false), (added.item, true), (same_number.payable(), false)];
    assert_eq!(found, expected, "another driver's item that is being checked is included");
}

#[test]
fn similar_items_include_those_of_drivers_with_the_same_plate() {
    let mut world = World::new();
    let users = ["ann@example.com", "bob@example.com", "cy@example.com"].map(|email| world.user(email));
    let [ann, bob, cy] = users;
    for (user, plate, state) in [(ann, "ABC-123", "Texas"), (bob, "ABC 123", "Texas"), (cy, "ABC123", "Ohio")]
    {
        world.db.execute(&format!(
            "UPDATE users SET vehicle_license_plate = '{plate}', vehicle_state = '{state}' WHERE id = {user}"
        ));
    }
    let mut store = world.store();
    let of_bob = store.insert_item(bob, &details(ItemKind::Ticket, "Z7"), None, at(1)).unwrap();
    store.insert_item(cy, &details(ItemKind::Ticket, "Z6"), None, at(1)).unwrap();
    let date = details(ItemKind::Ticket, "1").date();
    let query = SimilarItemQuery { numbers: &[], user: ann, date, limit: 20 };
    let found: Vec<_> = store.similar_items(&query).unwrap().into_iter().map(|one| one.item).collect();
    assert_eq!(found, [of_bob.payable()]);
}

#[test]
fn a_driver_gets_news_of_an_item_that_they_added_only_after_its_confirmation() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    world.db.execute("UPDATE users SET last_admin_update_at = now()");
    let item = add(&mut world.store(), user, ItemKind::Ticket, "1", 1).item;
    let (news, changes) = (
        "SELECT count(*)::text AS value FROM news_items",
        "SELECT count(*)::text AS value FROM item_changes",
    );
    world.db.execute("UPDATE tickets SET amount = '16', due_date = date + 30");
    let count = |sql: &str| world.db.value(sql);
    assert_eq!((count(news), count(changes)), (Some("0".to_owned()), Some("0".to_owned())));
    let added = world.store().lock_added_item_of(item).unwrap().unwrap();
    world.store().end_check(&added, CheckStatus::Confirmed, None, at(2)).unwrap();
    world.store().mark_confirmed(item).unwrap();
    world.db.execute("UPDATE tickets SET amount = '17', due_date = date + 31");
    let count = |sql: &str| world.db.value(sql);
    assert_eq!((count(news), count(changes)), (Some("1".to_owned()), Some("2".to_owned())));
}

#[test]
fn a_removed_ticket_keeps_its_court_date_only_if_it_was_confirmed() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let items =
        [1, 2].map(|second| add(&mut world.store(), user, ItemKind::Ticket, &second.to_string(), second));
    world.db.execute("UPDATE tickets SET is_court_required = true, court_date = '2030-01-02'");
    let first_day = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap();
    let dates = |world: &mut World| {
        let mut store = world.store();
        (store.court_dates_of(user, first_day).unwrap().len(), store.appearances_of(user).unwrap().len())
    };
    assert_eq!(dates(&mut world), (2, 2));
    assert!(world.store().appearances_of(user).unwrap().iter().all(|one| one.is_added_by_driver));
    let [withdrawn, confirmed] = items;
    world.store().end_check(&confirmed, CheckStatus::Confirmed, None, at(3)).unwrap();
    world.store().mark_confirmed(confirmed.item).unwrap();
    for item in [withdrawn.item, confirmed.item] {
        let removal = Removal { by: user, result: "Removed".to_owned(), at: at(4) };
        world.store().remove_item(item, &removal).unwrap();
    }
    assert_eq!(dates(&mut world), (1, 1), "removing a confirmed ticket doesn't cancel its court date");
    assert!(world.store().tickets_of(user).unwrap().is_empty());
}

#[test]
fn issuers_are_found_by_part_of_any_of_their_names() {
    let mut world = World::new();
    world.db.execute(
        "WITH added AS (INSERT INTO authorities (name, kind, state) VALUES ('Austin Court', 'court', 'Texas') RETURNING id)
         INSERT INTO authority_names (key, authority_id) SELECT key, id FROM added, unnest(ARRAY['austincourt', 'austinmc']) AS key",
    );
    let mut store = world.store();
    let court = KnownIssuer { name: "Austin Court".to_owned(), state: Some(UsState::Texas) };
    assert_eq!(store.known_issuers("ustin", 8).unwrap(), [court]);
    assert!(store.known_issuers("nobody", 8).unwrap().is_empty());
    assert!(store.known_issuers("%", 8).unwrap().is_empty());
}
