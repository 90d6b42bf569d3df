//! Photos and documents of items.

use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use domain::shared::file_kind::FileKind;
use domain::shared::ids::UserId;
use ports::accounts::account::Accounts;
use ports::driving_record::files::{ContentDeletions, ItemFiles, NewItemFile};

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

/// Returns a valid content name, which differs for each number.
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
