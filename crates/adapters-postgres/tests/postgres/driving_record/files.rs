//! Photos and documents of items.

use chrono::{DateTime, Utc};
use domain::driving_record::item_file::{ItemFile, ItemId, Original, PIECE_BYTES};
use domain::driving_record::kinds::ItemKind;
use domain::shared::file_kind::FileKind;
use domain::shared::ids::UserId;
use ports::accounts::account::Accounts;
use ports::driving_record::files::{ContentDeletions, ItemFiles, NewItemFile};
use ports::security::data_keys::{DataKeys, SealedKind};

use crate::support::{World, at};

const SEALED: [u8; 41] = [7; 41];
const PIECE: i64 = 1024 * 1024;

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

fn content_name(number: i32) -> String {
    format!("{number:043}")
}

fn new(item: ItemId, user_id: UserId, content_name: &str) -> NewItemFile<'_> {
    NewItemFile {
        item,
        user_id,
        is_from_staff: false,
        kind: FileKind::Jpeg,
        bytes: PIECE + 5,
        original: None,
        sealed_name: &SEALED,
        content_name,
        added_at: at(6),
    }
}

fn original(stored_at: DateTime<Utc>) -> Original {
    Original { sha256: [9; 32], stored_at }
}

#[test]
fn files_of_each_kind_of_item_round_trip() {
    let (mut world, driver, items) = world();
    let mut store = world.store();
    let whole = original(at(6));
    let files: Vec<ItemFile> = (1..)
        .zip(items)
        .map(|(number, item)| {
            let name = content_name(number);
            let with_original = NewItemFile { original: Some(&whole), ..new(item, driver, &name) };
            store.insert_item_file(&with_original).unwrap()
        })
        .collect();
    for (file, item) in files.iter().zip(items) {
        assert_eq!((file.item, file.received, &file.original), (item, PIECE + 5, &Some(whole.clone())));
        assert_eq!(&store.item_files(item).unwrap()[..], std::slice::from_ref(file));
        assert_eq!(store.item_file(file.id).unwrap().as_ref(), Some(file));
    }
    assert_eq!(store.item_files_of(driver).unwrap(), files);
    assert_eq!(store.item_file(99).unwrap(), None);
    assert_eq!(store.file_key(UserId(99)).unwrap(), None);
}

#[test]
fn pieces_are_counted_until_the_original_is_complete() {
    let (mut world, driver, [ticket, ..]) = world();
    let mut store = world.store();
    let file = store.insert_item_file(&new(ticket, driver, &content_name(1))).unwrap();
    assert_eq!(file.received, 0);
    store.insert_file_piece(file.id, 0, &vec![1; PIECE_BYTES + 40]).unwrap();
    assert_eq!(store.lock_item_file(file.id).unwrap().unwrap().received, PIECE);
    store.insert_file_piece(file.id, 1, &[2; 45]).unwrap();
    assert_eq!(store.item_files(ticket).unwrap()[0].received, PIECE + 5);
    assert_eq!(store.file_pieces(file.id).unwrap()[1], [2; 45]);
    store.set_original(file.id, FileKind::Png, &original(at(7))).unwrap();
    store.delete_file_pieces(file.id).unwrap();
    let file = store.item_file(file.id).unwrap().unwrap();
    assert_eq!((file.kind, file.received, file.original), (FileKind::Png, PIECE + 5, Some(original(at(7)))));
}

#[test]
fn the_contents_of_deleted_files_become_due_for_deletion() {
    let (mut world, driver, [ticket, parking, _]) = world();
    let mut store = world.store();
    let file = store.insert_item_file(&new(ticket, driver, &content_name(1))).unwrap();
    store.insert_item_file(&new(parking, driver, &content_name(2))).unwrap();
    store.plan_deletion(&content_name(3), at(1)).unwrap();
    store.plan_deletion(&content_name(4), at(1)).unwrap();
    store.cancel_deletion(&content_name(4)).unwrap();
    store.delete_item_file(file.id).unwrap();
    let later = at(50 * 365 * 24 * 60 * 60);
    assert_eq!(store.due_deletions(later, 9).unwrap(), [content_name(3), content_name(1)]);
    store.close_user(driver, at(9)).unwrap();
    assert_eq!(store.due_deletions(later, 9).unwrap().len(), 3);
    assert_eq!(store.item_files_of(driver).unwrap(), []);
    let waiting = "SELECT count(*)::text FROM content_deletions WHERE due_at > now() + interval '30 seconds'";
    assert_eq!(world.db.value(waiting).as_deref(), Some("2"), "an upload may still write them");
}

#[test]
fn changing_the_data_key_reseals_the_keys_of_files() {
    let (mut world, driver, _) = world();
    let mut store = world.store();
    let values = store.values_to_reseal(SealedKind::FileKeys, &[], UserId(0), 9).unwrap();
    let [value] = &values[..] else { panic!("one key: {values:?}") };
    assert_eq!((value.user, &value.sealed[..]), (driver, &SEALED[..]));
    assert!(store.values_to_reseal(SealedKind::FileKeys, &[vec![7; 6]], UserId(0), 9).unwrap().is_empty());
    assert!(store.replace_sealed(SealedKind::FileKeys, value, &[8; 60]).unwrap());
    assert_eq!(store.file_key(driver).unwrap(), Some(vec![8; 60]));
    store.insert_file_key(driver, &[9; 60], at(9)).unwrap();
    assert_eq!(store.file_key(driver).unwrap(), Some(vec![8; 60]), "the first key stays");
}
