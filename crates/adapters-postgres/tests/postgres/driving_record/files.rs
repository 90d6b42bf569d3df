//! The contents of deleted files, which remain while an upload may still write them.

use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use domain::shared::file_kind::FileKind;
use ports::accounts::account::Accounts;
use ports::driving_record::files::{ContentDeletions, ItemFiles, NewItemFile};

use crate::support::{World, at};

#[test]
fn the_contents_of_a_deleted_file_are_retained_while_an_upload_may_still_write_them() {
    let mut world = World::new();
    let driver = world.user("ann@example.com");
    let item = ItemId { kind: ItemKind::Ticket, id: world.ticket(driver).0 };
    let sealed = [7; 41];
    let names = [1, 2, 3].map(|number| format!("{number:043}"));
    let mut store = world.store();
    store.insert_file_key(driver, &sealed, at(5)).unwrap();
    let [deleted, _] = [&names[0], &names[1]].map(|content_name| {
        let new = NewItemFile {
            item,
            user_id: driver,
            is_from_staff: false,
            kind: FileKind::Jpeg,
            bytes: 5,
            original: None,
            sealed_name: &sealed,
            content_name,
            added_at: at(6),
        };
        store.insert_item_file(&new).unwrap().id
    });
    store.plan_content_deletion(&names[2], at(1)).unwrap();
    store.delete_item_file(deleted).unwrap();
    let later = at(50 * 365 * 24 * 60 * 60);
    assert_eq!(store.due_content_deletions(later, 9).unwrap(), [names[2].clone(), names[0].clone()]);
    store.close_user(driver, at(9)).unwrap();
    let remaining =
        "SELECT count(*)::text FROM content_deletions WHERE due_at > now() + interval '30 seconds'";
    assert_eq!(world.db.value(remaining).as_deref(), Some("2"));
}
