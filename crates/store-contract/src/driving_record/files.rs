use domain::driving_record::item_file::{ItemFile, ItemId, Original, PIECE_BYTES};
use domain::shared::file_kind::FileKind;
use domain::shared::ids::UserId;
use ports::driving_record::files::NewItemFile;
use ports::driving_record::filing::Removal;
use ports::store::{Database, Store};

use crate::support::{at, items, transaction, user};

const SEALED: [u8; 41] = [7; 41];
const PIECE: i64 = 1024 * 1024;

/// Adds a driver with a key and an item of each kind.
fn driver_with_key(store: &mut dyn Store) -> (UserId, [ItemId; 3]) {
    let driver = user(store, "ann@example.com");
    store.insert_file_key(driver, &SEALED, at(5)).unwrap();
    (driver, items(store, driver).map(ItemId::from))
}

/// Returns a name of valid length for contents outside the database.
fn content_name(number: i32) -> String {
    format!("{number:043}")
}

/// Builds a JPEG whose original isn't uploaded yet.
fn new_file(item: ItemId, user_id: UserId, content_name: &str) -> NewItemFile<'_> {
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

/// Adds a file of an item, and the driver's key if there is none. `number` decides the content's name.
/// Returns the file's id.
pub(super) fn add_file(store: &mut dyn Store, item: ItemId, driver: UserId, number: i32) -> i64 {
    if store.file_key(driver).unwrap().is_none() {
        store.insert_file_key(driver, &SEALED, at(5)).unwrap();
    }
    store.insert_item_file(&new_file(item, driver, &content_name(number))).unwrap().id
}

pub fn files_of_each_kind_of_item_round_trip_and_can_be_moved(database: &dyn Database) {
    transaction(database, |store| {
        let (driver, items) = driver_with_key(store);
        let whole = Original { sha256: [9; 32], stored_at: at(6) };
        let files: Vec<ItemFile> = (1..)
            .zip(items)
            .map(|(number, item)| {
                let name = content_name(number);
                let with_original = NewItemFile { original: Some(&whole), ..new_file(item, driver, &name) };
                store.insert_item_file(&with_original).unwrap()
            })
            .collect();
        for (file, item) in files.iter().zip(items) {
            assert_eq!((file.item, file.received, &file.original), (item, PIECE + 5, &Some(whole.clone())));
            assert_eq!(&store.item_files(item).unwrap()[..], std::slice::from_ref(file));
            assert_eq!(store.item_file(file.id).unwrap().as_ref(), Some(file));
        }
        assert_eq!(store.item_files_of(driver).unwrap(), files);
        assert_eq!(store.current_item_files_of(driver).unwrap(), files);
        assert_eq!(store.item_file(99).unwrap(), None);
        store.move_item_files(items[0], items[1]).unwrap();
        assert_eq!(store.item_files(items[0]).unwrap(), []);
        assert_eq!(store.item_files(items[1]).unwrap().len(), 2);
    });
}

pub fn the_files_of_removed_items_are_not_current(database: &dyn Database) {
    transaction(database, |store| {
        let (driver, items) = driver_with_key(store);
        for (number, item) in (1..).zip(items) {
            add_file(store, item, driver, number);
        }
        let current = |store: &mut dyn Store| {
            let files = store.current_item_files_of(driver).unwrap();
            files.iter().map(|file| file.item).collect::<Vec<_>>()
        };
        for (removed, item) in items.into_iter().map(ItemId::payable).enumerate() {
            assert_eq!(current(store), items[removed..]);
            store.lock_item(item).unwrap();
            let removal = Removal { by: driver, at: at(7), result: "Duplicate".to_owned() };
            store.remove_item(item, &removal).unwrap();
        }
        assert_eq!((current(store), store.item_files_of(driver).unwrap().len()), (vec![], 3));
    });
}

pub fn a_drivers_file_key_is_never_replaced(database: &dyn Database) {
    transaction(database, |store| {
        let driver = user(store, "ann@example.com");
        assert_eq!(store.file_key(driver).unwrap(), None);
        store.insert_file_key(driver, &SEALED, at(5)).unwrap();
        store.insert_file_key(driver, &[9; 60], at(9)).unwrap();
        assert_eq!(store.file_key(driver).unwrap(), Some(SEALED.to_vec()));
        assert_eq!(store.file_key(UserId(99)).unwrap(), None);
    });
}

pub fn the_received_bytes_of_a_file_are_the_sum_of_its_uploaded_pieces(database: &dyn Database) {
    transaction(database, |store| {
        let (driver, [ticket, ..]) = driver_with_key(store);
        let file = store.insert_item_file(&new_file(ticket, driver, &content_name(1))).unwrap();
        assert_eq!(file.received, 0);
        store.insert_file_piece(file.id, 0, &vec![1; PIECE_BYTES + 40]).unwrap();
        assert_eq!(store.lock_item_file(file.id).unwrap().unwrap().received, PIECE);
        store.insert_file_piece(file.id, 1, &[2; 45]).unwrap();
        assert_eq!(store.item_files(ticket).unwrap()[0].received, PIECE + 5);
        assert_eq!(store.file_pieces(file.id).unwrap()[1], [2; 45]);
        let original = Original { sha256: [9; 32], stored_at: at(7) };
        store.set_original(file.id, FileKind::Png, &original).unwrap();
        store.delete_file_pieces(file.id).unwrap();
        let file = store.item_file(file.id).unwrap().unwrap();
        assert_eq!((file.kind, file.received, file.original), (FileKind::Png, PIECE + 5, Some(original)));
        assert_eq!(store.lock_item_file(99).unwrap(), None);
    });
}

pub fn the_contents_of_deleted_files_become_due_for_deletion(database: &dyn Database) {
    transaction(database, |store| {
        let (driver, [ticket, parking, _]) = driver_with_key(store);
        let file = add_file(store, ticket, driver, 1);
        add_file(store, parking, driver, 2);
        store.plan_content_deletion(&content_name(3), at(1)).unwrap();
        store.plan_content_deletion(&content_name(4), at(1)).unwrap();
        store.cancel_content_deletion(&content_name(4)).unwrap();
        store.delete_item_file(file).unwrap();
        let later = at(50 * 365 * 24 * 60 * 60);
        let due = |store: &mut dyn Store| {
            let mut due = store.due_content_deletions(later, 9).unwrap();
            due.sort();
            due
        };
        assert_eq!(due(store), [content_name(1), content_name(3)]);
        assert_eq!(store.due_content_deletions(later, 1).unwrap().len(), 1);
        assert!(store.due_content_deletions(at(0), 9).unwrap().is_empty());
        store.close_user(driver, at(9)).unwrap();
        assert_eq!(due(store), [1, 2, 3].map(content_name));
        assert_eq!(store.item_files_of(driver).unwrap(), []);
    });
}

pub fn file_contents_are_due_for_deletion_from_their_planned_time_on_longest_due_first(
    database: &dyn Database,
) {
    transaction(database, |store| {
        for (number, second) in [(1, 5), (2, 3), (3, 7), (1, 1)] {
            store.plan_content_deletion(&content_name(number), at(second)).unwrap();
        }
        let due =
            |store: &mut dyn Store, second, limit| store.due_content_deletions(at(second), limit).unwrap();
        assert_eq!(due(store, 2, 9), Vec::<String>::new(), "a planned deletion keeps its time");
        assert_eq!(due(store, 5, 9), [2, 1].map(content_name));
        assert_eq!(due(store, 7, 9), [2, 1, 3].map(content_name));
        assert_eq!(due(store, 7, 1), [content_name(2)]);
        store.cancel_content_deletion(&content_name(2)).unwrap();
        store.cancel_content_deletion(&content_name(99)).unwrap();
        assert_eq!(due(store, 7, 9), [1, 3].map(content_name));
    });
}
