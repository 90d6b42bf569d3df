//! Uploads of photos and documents. A photo's reduced copy is stored first. The original may follow in pieces.

use domain::driving_record::item_file::{
    ItemFile, ItemId, MAX_ITEM_FILE_MEGABYTES, MAX_ITEM_FILE_NAME_CHARS, MAX_ITEM_FILES, Original, has_room,
};
use domain::security::audit::AuditAction;
use domain::shared::file_kind::{FileKind, MEGABYTE};
use domain::shared::ids::UserId;
use domain::shared::text;
use ports::driving_record::files::NewItemFile;
use ports::shared::limits::Limit;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::files::access::{audit_file_access, driver_of_visible_item};
use crate::error::{Error, Result};
use crate::shared::files::cleanup::plan_deletion_if_abandoned;
use crate::shared::files::key::{FilePart, KeyOfFiles, get_or_create_file_key, original_name, reduced_name};
use crate::shared::uploads;

#[derive(Clone, Copy, Debug)]
pub struct Upload<'a> {
    pub name: &'a str,
    /// Size of the original, in bytes, if `content` is only a reduced copy and the original follows. `None`
    /// if `content` is the whole file.
    pub original_bytes: Option<i64>,
    pub content: &'a [u8],
}

/// An upload whose type and size were checked.
struct CheckedUpload {
    kind: FileKind,
    /// Size of the original, in bytes.
    bytes: i64,
    /// The reduced copy; `None` for a PDF.
    reduced: Option<Vec<u8>>,
    /// `None` if only the reduced copy was uploaded so far.
    original: Option<Original>,
}

/// Checks that the caller may add a file to the item. Returns the item's driver.
///
/// # Errors
/// [`Error::NotFound`] if the item is another driver's; [`Error::Forbidden`]
/// for lawyers; [`Error::TooManyItemFiles`], [`Error::TooManyDriverFiles`].
pub fn check_may_upload(store: &mut dyn Store, actor: &Actor, item: ItemId) -> Result<UserId> {
    let driver = driver_of_visible_item(store, actor, item)?;
    check_room_for_one_more(store, driver, item, 1)?;
    Ok(driver)
}

/// Adds a PDF, JPEG or PNG. The file's contents are encrypted with the driver's key.
///
/// # Errors
/// The same as [`check_may_upload`]; field errors for an invalid `fileName`, `originalBytes` or
/// `file`; [`Error::ScannerUnavailable`], [`Error::FilesUnavailable`], [`Error::Busy`].
pub fn add(deps: &Deps, actor: &Actor, item: ItemId, upload: Upload<'_>) -> Result<ItemFile> {
    let name = text::line(upload.name, MAX_ITEM_FILE_NAME_CHARS)
        .map_err(|error| Error::field("fileName", error.to_string()))?;
    // Scanning and decoding can take seconds, so no database connection is held in the meantime.
    uploads::scan(deps, upload.content)?;
    let checked = check_upload(deps, upload)?;
    let content_name = deps.tokens.new_token();
    let key = in_transaction(&*deps.database, |store| {
        let driver = check_may_upload(store, actor, item)?;
        plan_deletion_if_abandoned(deps, store, &content_name)?;
        get_or_create_file_key(deps, store, driver)
    })?;
    put_contents(deps, &key, &content_name, &checked, upload.content)?;
    let sealed_name = key.seal(deps, &content_name, FilePart::Name, name.as_bytes())?;
    in_transaction(&*deps.database, |store| {
        let driver = driver_of_visible_item(store, actor, item)?;
        // Nothing may be stored for an account that was closed during the upload. Closing an
        // account locks the items before the user, so this transaction uses the same order.
        store.lock_item(item.payable())?.ok_or(Error::NotFound)?;
        store.lock_user(driver)?.ok_or(Error::NotFound)?;
        store.lock_limit(Limit::ItemFiles(driver))?;
        check_room_for_one_more(store, driver, item, checked.bytes)?;
        let file = store.insert_item_file(&NewItemFile {
            item,
            user_id: driver,
            is_from_staff: actor.id() != driver,
            kind: checked.kind,
            bytes: checked.bytes,
            original: checked.original.as_ref(),
            sealed_name: &sealed_name,
            content_name: &content_name,
            added_at: deps.clock.now(),
        })?;
        store.cancel_content_deletion(&content_name)?;
        audit_file_access(deps, store, actor, AuditAction::FileAdded, &file)?;
        Ok(file)
    })
}

/// Checks whether the item and its driver may have one more file of `bytes` bytes.
fn check_room_for_one_more(store: &mut dyn Store, driver: UserId, item: ItemId, bytes: i64) -> Result<()> {
    let count = i64::try_from(store.item_files(item)?.len()).unwrap_or(i64::MAX);
    if count >= MAX_ITEM_FILES {
        return Err(Error::TooManyItemFiles);
    }
    if has_room(&store.current_item_files_of(driver)?, bytes) {
        Ok(())
    } else {
        Err(Error::TooManyDriverFiles)
    }
}

/// Checks an uploaded file's type and size. If only a reduced copy was uploaded, the result has no original.
fn check_upload(deps: &Deps, upload: Upload<'_>) -> Result<CheckedUpload> {
    let (kind, reduced) = check_content(deps, upload.content)?;
    let Some(bytes) = upload.original_bytes else {
        let bytes = i64::try_from(upload.content.len()).unwrap_or(i64::MAX);
        let original = Original { sha256: deps.tokens.sha256(upload.content), stored_at: deps.clock.now() };
        return Ok(CheckedUpload { kind, bytes, reduced, original: Some(original) });
    };
    if reduced.is_none() {
        return Err(Error::field("file", "The reduced copy must be a picture."));
    }
    let most = i64::try_from(MAX_ITEM_FILE_MEGABYTES * MEGABYTE).unwrap_or(i64::MAX);
    if !(1..=most).contains(&bytes) {
        return Err(Error::field("originalBytes", "This file is larger than 15 MB."));
    }
    Ok(CheckedUpload { kind: FileKind::Jpeg, bytes, reduced, original: None })
}

/// Returns a file's type and, for an image, its reduced copy.
///
/// # Errors
/// A field error for `file` if the file is empty, too large, unreadable or of another type; [`Error::Busy`]
/// if too many images are waiting.
pub(super) fn check_content(deps: &Deps, content: &[u8]) -> Result<(FileKind, Option<Vec<u8>>)> {
    let kind = uploads::kind_of(content, MAX_ITEM_FILE_MEGABYTES)?;
    if !kind.is_image() {
        return Ok((kind, None));
    }
    let reduced = deps.pictures.reduce(kind, content)?;
    Ok((kind, Some(reduced)))
}

/// Encrypts a file's contents and puts them into the storage of files.
fn put_contents(
    deps: &Deps,
    key: &KeyOfFiles,
    content_name: &str,
    checked: &CheckedUpload,
    content: &[u8],
) -> Result<()> {
    if let Some(reduced) = &checked.reduced {
        let sealed = key.seal(deps, content_name, FilePart::Reduced, reduced)?;
        deps.contents.put(&reduced_name(content_name), sealed)?;
    }
    if checked.original.is_some() {
        let sealed = key.seal(deps, content_name, FilePart::Original, content)?;
        deps.contents.put(&original_name(content_name), sealed)?;
    }
    Ok(())
}
