//! Tests of the limits of photos and documents.

use chrono::{DateTime, Utc};
use domain::driving_record::item_file::{ItemFile, ItemId, MAX_DRIVER_BYTES, MAX_DRIVER_FILES, has_room};
use domain::driving_record::kinds::ItemKind;
use domain::shared::file_kind::FileKind;
use domain::shared::ids::UserId;
use rstest::rstest;

fn file(bytes: i64) -> ItemFile {
    ItemFile {
        id: 1,
        item: ItemId { kind: ItemKind::Ticket, id: 1 },
        user_id: UserId(1),
        is_from_staff: false,
        kind: FileKind::Pdf,
        bytes,
        received: bytes,
        original: None,
        sealed_name: vec![],
        content_name: String::new(),
        added_at: DateTime::<Utc>::UNIX_EPOCH,
    }
}

#[rstest]
#[case::the_last_file(MAX_DRIVER_FILES - 1, 1, 1, true)]
#[case::one_too_many(MAX_DRIVER_FILES, 1, 1, false)]
#[case::the_last_byte(100, 9_000_000, 100_000_000, true)]
#[case::one_byte_too_many(100, 9_000_000, 100_000_001, false)]
fn a_driver_has_at_most_200_files_and_1_gb(
    #[case] count: usize,
    #[case] bytes: i64,
    #[case] new: i64,
    #[case] expected: bool,
) {
    assert_eq!(MAX_DRIVER_BYTES, 1_000_000_000);
    assert_eq!(has_room(&vec![file(bytes); count], new), expected);
}
