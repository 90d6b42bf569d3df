//! Tests of letters in which drivers contest items.

use chrono::NaiveDate;
use domain::driving_record::contesting::letter::{ContestLetter, SendingDetails};
use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use domain::shared::file_kind::FileKind;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use ports::accounts::account::Accounts;
use ports::driving_record::contest_letters::ContestLetters;
use ports::driving_record::files::{ItemFiles, NewItemFile};
use ports::driving_record::standings::Standings;
use store_contract::samples::letter;

use crate::support::{World, at};

const SEALED: [u8; 41] = [7; 41];

/// Returns this day of March 2026.
fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, day).unwrap()
}

/// Creates a driver with a key and an item of each kind. Returns the world, the driver's id and the items' ids.
fn world() -> (World, UserId, [ItemId; 3]) {
    let mut world = World::new();
    let driver = world.user("ann@example.com");
    world.store().insert_file_key(driver, &SEALED, at(5)).unwrap();
    let items = [
        ItemId { kind: ItemKind::Ticket, id: world.ticket(driver).0 },
        ItemId { kind: ItemKind::Parking, id: world.parking(driver).0 },
        ItemId { kind: ItemKind::Toll, id: world.toll(driver).0 },
    ];
    (world, driver, items)
}

/// Adds a photo to an item. The `number` makes the name of its content unique.
fn add_file(world: &mut World, item: ItemId, driver: UserId, number: i32) -> i64 {
    let content_name = format!("{number:043}");
    let new = NewItemFile {
        item,
        user_id: driver,
        is_from_staff: false,
        kind: FileKind::Jpeg,
        bytes: 5,
        original: None,
        sealed_name: &SEALED,
        content_name: &content_name,
        added_at: at(6),
    };
    world.store().insert_item_file(&new).unwrap().id
}

#[test]
fn a_contest_letter_counts_as_sent_only_while_its_item_is_disputed() {
    let (mut world, driver, items) = world();
    for (item, table) in items.into_iter().zip(["tickets", "parking", "tolls"]) {
        let sent = Some(SendingDetails { sent_on: day(8), made_disputed: true, is_own_form: false });
        world
            .store()
            .store_contest_letter(&ContestLetter { sent, ..letter(item, driver, vec![]) }, at(8))
            .unwrap();
        let sent_on = |world: &mut World| {
            let payable: Payable = item.payable();
            world.store().standing_facts(payable).unwrap().contest_sent.map(|sent| sent.sent_on)
        };
        assert_eq!(sent_on(&mut world), None, "{table} isn't disputed");
        world.db.execute(&format!("UPDATE {table} SET is_disputed = true"));
        assert_eq!(sent_on(&mut world), Some(day(8)), "{table}");
    }
}

#[test]
fn closing_an_account_deletes_its_contest_letters() {
    let (mut world, driver, [ticket, ..]) = world();
    let files = vec![add_file(&mut world, ticket, driver, 1)];
    world.store().store_contest_letter(&letter(ticket, driver, files), at(7)).unwrap();
    let data = world.store().personal_data(driver).unwrap().unwrap();
    assert!(data.contains("Second line"), "{data}");
    world.store().close_user(driver, at(9)).unwrap();
    assert_eq!(world.db.value("SELECT count(*)::text FROM contest_letters").as_deref(), Some("0"));
    assert_eq!(world.db.value("SELECT count(*)::text FROM contest_letter_files").as_deref(), Some("0"));
}
