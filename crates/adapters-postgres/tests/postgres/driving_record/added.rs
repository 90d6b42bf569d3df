//! Tests of the items that drivers added: the court dates of these items, and the news about them, which a
//! driver gets only after staff have confirmed the item.

use adapters_postgres::PgStore;
use chrono::NaiveDate;
use domain::driving_record::added::{CheckStatus, DriverEntry};
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::ItemDetails;
use domain::shared::ids::UserId;
use ports::driving_record::added::{AddedItem, AddedItems};
use ports::driving_record::filing::{FiledItems, Removal};
use ports::driving_record::items::Items;
use ports::notices::calendar::Calendars;

use super::filed;
use crate::support::{World, at};

/// Returns the details of an item with the citation number `number`.
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

/// Adds an item of this driver that staff are checking. `number` is its citation number.
fn add(store: &mut PgStore<'_>, user: UserId, kind: ItemKind, number: &str, second: i64) -> AddedItem {
    let entry = Some(DriverEntry::BeingChecked);
    let item = store.insert_item(user, &details(kind, number), entry, at(second)).unwrap();
    store.insert_added_item(user, item.payable(), at(second)).unwrap()
}

#[test]
fn a_driver_gets_news_about_a_self_added_item_only_after_staff_confirm_the_item() {
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
    world.store().end_item_check(&added, CheckStatus::Confirmed, None, at(2)).unwrap();
    world.store().mark_item_confirmed(item).unwrap();
    world.db.execute("UPDATE tickets SET amount = '17', due_date = date + 31");
    let count = |sql: &str| world.db.value(sql);
    assert_eq!((count(news), count(changes)), (Some("1".to_owned()), Some("2".to_owned())));
}

#[test]
fn a_removed_self_added_ticket_keeps_its_court_date_only_if_staff_had_confirmed_it() {
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
    world.store().end_item_check(&confirmed, CheckStatus::Confirmed, None, at(3)).unwrap();
    world.store().mark_item_confirmed(confirmed.item).unwrap();
    for item in [withdrawn.item, confirmed.item] {
        let removal = Removal { by: user, result: "Removed".to_owned(), at: at(4) };
        world.store().remove_item(item, &removal).unwrap();
    }
    assert_eq!(dates(&mut world), (1, 1), "removing a confirmed ticket doesn't cancel its court date");
    assert!(world.store().tickets_of(user).unwrap().is_empty());
}
