//! Photos and documents of items.

use application::access::Actor;
use application::accounts::account::data;
use application::driving_record::files::upload::Upload;
use application::driving_record::files::{delete, list, original, read, upload};
use application::driving_record::filing::remove_item;
use application::error::Result;
use application::shared::files::cleanup::delete_due_contents;
use chrono::TimeDelta;
use domain::driving_record::item_file::{ItemFile, ItemId, MAX_DRIVER_FILES, MAX_ITEM_FILES, PIECE_BYTES};
use domain::driving_record::kinds::ItemKind;
use domain::security::audit::AuditAction;
use domain::shared::file_kind::FileKind;
use domain::shared::ids::TollId;
use domain::shared::payable::Payable;
use rstest::rstest;

use crate::legal_help::build::lawyer;
use crate::support::*;

const TICKET: ItemId = ItemId { kind: ItemKind::Ticket, id: 1 };
const DOCUMENT: &[u8] = b"%PDF-1.7 the ticket %%EOF\n";
const PICTURE: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\0IENDsum!";

fn add_file(world: &World, caller: &Actor, content: &[u8]) -> Result<ItemFile> {
    upload::add(&world.deps, caller, TICKET, Upload { name: "Sign.png", original_bytes: None, content })
}

/// Adds a photo's reduced copy. The original hasn't been uploaded yet.
fn add_reduced(world: &World, original: &[u8]) -> ItemFile {
    let original_bytes = Some(i64::try_from(original.len()).unwrap());
    let upload = Upload { name: "Sign.png", original_bytes, content: PICTURE };
    upload::add(&world.deps, &driver(), TICKET, upload).unwrap()
}

fn open_file(world: &World, caller: &Actor, id: i64, wants_original: bool) -> Result<(FileKind, Vec<u8>)> {
    let allowed =
        world.transact(|store| read::authorize_opening(&world.deps, store, caller, id, wants_original))?;
    read::open_allowed_file(&world.deps, &allowed)
}

/// Returns the names of the item's files.
fn file_names(world: &World, caller: &Actor) -> Result<Vec<String>> {
    let files = world.transact(|store| list::list(&world.deps, store, caller, TICKET))?;
    Ok(files.into_iter().map(|found| found.name).collect())
}

/// Returns a PNG that has this many bytes.
fn large_png(bytes: usize) -> Vec<u8> {
    let filler = vec![7; bytes - PICTURE.len() - 12];
    let length = u32::try_from(filler.len()).unwrap().to_be_bytes();
    [&PICTURE[..8], &length, b"IDAT", &filler, b"sum!", &PICTURE[8..]].concat()
}

/// Uploads the piece of a file's original that starts at this offset, in bytes.
fn upload_piece(world: &World, id: i64, content: &[u8], offset: usize) -> Result<ItemFile> {
    let end = content.len().min(offset + PIECE_BYTES);
    let start = i64::try_from(offset).unwrap();
    original::add_piece(&world.deps, &driver(), id, start, &content[offset..end])
}

#[test]
fn the_driver_and_staff_can_open_a_photos_original_and_its_reduced_copy() {
    let world = World::new();
    let file = add_file(&world, &driver(), PICTURE).unwrap();
    let reduced = [PICTURE, b"drawn again"].concat();
    for caller in [driver(), admin()] {
        assert_eq!(open_file(&world, &caller, file.id, true).unwrap(), (FileKind::Png, PICTURE.to_vec()));
        assert_eq!(open_file(&world, &caller, file.id, false).unwrap(), (FileKind::Jpeg, reduced.clone()));
        assert_eq!(file_names(&world, &caller).unwrap(), ["Sign.png"]);
    }
    assert_eq!(file.original.unwrap().sha256, world.deps.tokens.sha256(PICTURE));
    let document = add_file(&world, &driver(), DOCUMENT).unwrap();
    assert_eq!(open_file(&world, &driver(), document.id, false).unwrap(), (FileKind::Pdf, DOCUMENT.to_vec()));
}

#[rstest]
#[case::another_driver(other_driver(), "NotFound")]
#[case::a_lawyer(lawyer(1), "Forbidden")]
fn only_the_driver_and_staff_can_read_add_and_delete_photos(#[case] caller: Actor, #[case] expected: &str) {
    let world = World::new();
    let file = add_file(&world, &driver(), PICTURE).unwrap();
    assert_eq!(outcome(&open_file(&world, &caller, file.id, false)), expected);
    assert_eq!(outcome(&file_names(&world, &caller)), expected);
    assert_eq!(outcome(&add_file(&world, &caller, PICTURE)), expected);
    assert_eq!(outcome(&original::add_piece(&world.deps, &caller, file.id, 0, b"x")), expected);
    assert_eq!(outcome(&delete::delete(&world.deps, &caller, file.id)), expected);
    assert_eq!(file_names(&world, &driver()).unwrap().len(), 1);
}

#[test]
fn a_driver_cannot_add_photos_to_an_item_that_staff_are_still_preparing() {
    let world = World::new();
    let mut caller = driver();
    caller.user.last_admin_update_at = None;
    assert_eq!(outcome(&add_file(&world, &caller, PICTURE)), "NotFound");
    assert_eq!(outcome(&file_names(&world, &caller)), "NotFound");
    assert_eq!(outcome(&add_file(&world, &admin(), PICTURE)), "Ok");
}

#[test]
fn actions_of_staff_on_a_photo_are_audited() {
    let world = World::new();
    let file = add_file(&world, &driver(), PICTURE).unwrap();
    open_file(&world, &driver(), file.id, false).unwrap();
    assert_eq!(world.audited(), []);
    let added = add_file(&world, &admin(), PICTURE).unwrap();
    assert!(added.is_from_staff && !file.is_from_staff);
    open_file(&world, &admin(), file.id, false).unwrap();
    delete::delete(&world.deps, &admin(), added.id).unwrap();
    assert_eq!(world.audited(), [AuditAction::FileAdded, AuditAction::FileRead, AuditAction::FileDeleted]);
}

#[rstest]
#[case::another_kind(b"GIF89a", "Choose a PDF, JPEG or PNG file.")]
#[case::empty(b"", "This file is empty.")]
#[case::a_bomb(b"\x89PNG\r\n\x1A\n\0\0\0\0IENDbomb", "This picture is too large: at most 40 million pixels.")]
fn a_file_that_is_not_a_readable_image_or_document_is_refused(
    #[case] content: &[u8],
    #[case] sentence: &str,
) {
    let world = World::new();
    let refused = add_file(&world, &driver(), content).unwrap_err();
    assert!(format!("{refused:?}").contains(sentence), "{refused:?}");
    assert_eq!(world.contents.names(), Vec::<String>::new());
}

#[test]
fn an_item_can_have_at_most_twenty_files() {
    let world = World::new();
    for _ in 0..MAX_ITEM_FILES {
        add_file(&world, &driver(), DOCUMENT).unwrap();
    }
    assert_eq!(outcome(&add_file(&world, &driver(), DOCUMENT)), "TooManyItemFiles");
}

#[test]
fn a_driver_can_have_at_most_200_files_on_all_items() {
    let world = World::new();
    let file = add_file(&world, &driver(), DOCUMENT).unwrap();
    let elsewhere = ItemId { kind: ItemKind::Toll, id: 1 };
    let others = vec![ItemFile { item: elsewhere, ..file }; MAX_DRIVER_FILES - 1];
    world.database.tables().item_files.files.extend(others);
    assert_eq!(outcome(&add_file(&world, &driver(), DOCUMENT)), "TooManyDriverFiles");
    assert_eq!(outcome(&add_file(&world, &admin(), DOCUMENT)), "TooManyDriverFiles");
}

#[test]
fn the_files_of_a_removed_item_do_not_count_towards_the_drivers_limit() {
    let world = World::new();
    let file = add_file(&world, &driver(), DOCUMENT).unwrap();
    let toll = Payable::Toll(TollId(1));
    let others = vec![ItemFile { item: toll.into(), ..file }; MAX_DRIVER_FILES - 1];
    world.database.tables().item_files.files.extend(others);
    remove_item(&world.deps, &admin(), toll, "Duplicate").unwrap();
    add_file(&world, &driver(), DOCUMENT).unwrap();
}

#[test]
fn a_server_too_busy_to_reencode_a_picture_refuses_the_picture_and_keeps_its_pieces() {
    let world = World::new();
    let mut original = large_png(PIECE_BYTES + 100);
    original.truncate(PIECE_BYTES + 96);
    original.extend(b"busy");
    assert_eq!(outcome(&add_file(&world, &driver(), &original)), "Busy");
    let file = add_reduced(&world, &original);
    upload_piece(&world, file.id, &original, 0).unwrap();
    assert_eq!(outcome(&upload_piece(&world, file.id, &original, PIECE_BYTES)), "Busy");
    assert_eq!(world.database.tables().item_files.pieces.len(), 2);
}

#[test]
fn an_original_is_uploaded_in_pieces_and_repeated_or_skipped_pieces_change_nothing() {
    let world = World::new();
    let content = large_png(2 * PIECE_BYTES + 500);
    let file = add_reduced(&world, &content);
    assert_eq!(outcome(&open_file(&world, &driver(), file.id, true)), "OriginalIncomplete");
    assert!(open_file(&world, &driver(), file.id, false).is_ok(), "the reduced copy is shown");
    assert_eq!(upload_piece(&world, file.id, &content, 0).unwrap().received, 1024 * 1024);
    // Sending a piece again, or one that leaves a gap, changes nothing.
    for offset in [0, 2 * PIECE_BYTES] {
        assert_eq!(upload_piece(&world, file.id, &content, offset).unwrap().received, 1024 * 1024);
    }
    upload_piece(&world, file.id, &content, PIECE_BYTES).unwrap();
    let done = upload_piece(&world, file.id, &content, 2 * PIECE_BYTES).unwrap();
    assert_eq!(done.original.unwrap().sha256, world.deps.tokens.sha256(&content));
    assert!(open_file(&world, &driver(), file.id, true).unwrap() == (FileKind::Png, content));
    assert!(world.database.tables().item_files.pieces.is_empty());
}

#[test]
fn a_photos_original_that_is_not_an_image_is_refused_and_the_reduced_copy_is_kept() {
    let world = World::new();
    let file = add_reduced(&world, DOCUMENT);
    let refused = upload_piece(&world, file.id, DOCUMENT, 0);
    assert_eq!(outcome(&refused), "Fields");
    let file = world.transact(|store| Ok(store.item_file(file.id)?)).unwrap().unwrap();
    assert_eq!((file.received, file.original), (0, None));
    assert!(open_file(&world, &driver(), file.id, false).is_ok());
}

#[test]
fn the_last_piece_of_an_upload_can_be_resent_after_the_storage_was_down() {
    let world = World::new();
    let file = add_reduced(&world, PICTURE);
    world.contents.set_down(true);
    assert_eq!(outcome(&upload_piece(&world, file.id, PICTURE, 0)), "FilesUnavailable");
    world.contents.set_down(false);
    assert!(upload_piece(&world, file.id, PICTURE, 0).unwrap().original.is_some());
}

#[test]
fn the_contents_of_deleted_and_abandoned_uploads_are_deleted() {
    let world = World::new();
    let file = add_file(&world, &driver(), PICTURE).unwrap();
    delete::delete(&world.deps, &driver(), file.id).unwrap();
    assert_eq!(world.contents.names().len(), 2);
    world.database.crash_at_next_commit();
    let _crashed = add_file(&world, &driver(), PICTURE);
    world.advance(TimeDelta::hours(2));
    delete_due_contents(&world.deps).unwrap();
    assert_eq!(world.contents.names(), Vec::<String>::new());
    let kept = add_file(&world, &driver(), PICTURE).unwrap();
    world.advance(TimeDelta::hours(2));
    assert_eq!(delete_due_contents(&world.deps).unwrap(), 0);
    assert!(open_file(&world, &driver(), kept.id, true).is_ok());
}

#[test]
fn the_download_of_personal_data_names_the_files() {
    let world = World::new();
    add_file(&world, &driver(), PICTURE).unwrap();
    let data = world.transact(|store| data::download_personal_data(&world.deps, store, &driver())).unwrap();
    assert_eq!(data.files.into_iter().map(|found| found.name).collect::<Vec<_>>(), ["Sign.png"]);
}

#[test]
fn a_file_is_not_stored_if_its_driver_closed_the_account_during_the_upload() {
    let world = World::new();
    world.database.tables().closed_users.push(DRIVER);
    assert_eq!(outcome(&add_file(&world, &driver(), PICTURE)), "NotFound");
}
