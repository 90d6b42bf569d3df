//! Uploads of photos' originals. An original follows in pieces after the reduced copy.

use domain::driving_record::item_file::{ItemFile, Original};
use domain::shared::file_kind::FileKind;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::files::access::check_may_change;
use crate::driving_record::files::upload::check_content;
use crate::error::{Error, Result};
use crate::shared::files::key::{FilePart, KeyOfFiles, key_of_stored_file, original_name, reduced_name};
use crate::shared::uploads;

/// Checks whether the caller may add pieces to a file.
///
/// # Errors
/// [`Error::NotFound`] if the file is another driver's; [`Error::Forbidden`] for lawyers.
pub fn check_may_continue(store: &mut dyn Store, actor: &Actor, id: i64) -> Result<()> {
    let file = store.item_file(id)?;
    check_may_change(store, actor, file).map(drop)
}

/// Stores a piece of an original. `offset` is the piece's position in the original, in bytes. A
/// piece that is already stored, or that would leave a gap, is ignored. The returned file says how
/// many bytes are stored. After the last piece, the original is checked and stored as complete.
///
/// # Errors
/// The same as [`check_may_continue`]; [`Error::ScannerUnavailable`], [`Error::FilesUnavailable`], [`Error::Busy`]. A
/// field error if the original isn't a readable image or contains malware. In that case, its pieces are deleted.
pub fn add_piece(deps: &Deps, actor: &Actor, id: i64, offset: i64, piece: &[u8]) -> Result<ItemFile> {
    let (file, key) = in_transaction(&*deps.database, |store| {
        let file = store.lock_item_file(id)?;
        let mut file = check_may_change(store, actor, file)?;
        let key = key_of_stored_file(deps, store, &file)?;
        if let Some(number) = file.next_piece(offset, piece.len()) {
            let sealed = key.seal(deps, &file.content_name, FilePart::Piece(number), piece)?;
            store.insert_file_piece(id, number, &sealed)?;
            file.received += i64::try_from(piece.len()).unwrap_or(i64::MAX);
        }
        Ok::<_, Error>((file, key))
    })?;
    if file.original.is_some() || file.received < file.bytes {
        Ok(file)
    } else {
        complete_original(deps, &file, &key)
    }
}

/// Checks a completely uploaded original and stores it, with a new reduced copy of it.
fn complete_original(deps: &Deps, file: &ItemFile, key: &KeyOfFiles) -> Result<ItemFile> {
    let content = join_pieces(deps, file, key)?;
    let checked = check_original(deps, &content);
    if matches!(checked, Err(Error::Fields(_))) {
        with_store(&*deps.database, |store| store.delete_file_pieces(file.id))?;
    }
    let (kind, reduced) = checked?;
    let original = Original { sha256: deps.tokens.sha256(&content), stored_at: deps.clock.now() };
    let sealed = key.seal(deps, &file.content_name, FilePart::Original, &content)?;
    deps.contents.put(&original_name(&file.content_name), sealed)?;
    // The driver's browser made the first reduced copy. It is replaced by a copy made from the
    // original, so that the reduced copy and the original are sure to show the same picture.
    let sealed = key.seal(deps, &file.content_name, FilePart::Reduced, &reduced)?;
    deps.contents.put(&reduced_name(&file.content_name), sealed)?;
    in_transaction(&*deps.database, |store| {
        store.lock_item_file(file.id)?.ok_or(Error::NotFound)?;
        store.set_original(file.id, kind, &original)?;
        store.delete_file_pieces(file.id)?;
        store.item_file(file.id)?.ok_or(Error::NotFound)
    })
}

/// Scans an original for malware, and checks that it is an image. Returns its type and a reduced copy of it.
fn check_original(deps: &Deps, content: &[u8]) -> Result<(FileKind, Vec<u8>)> {
    uploads::scan(deps, content)?;
    match check_content(deps, content)? {
        (kind, Some(reduced)) => Ok((kind, reduced)),
        (_, None) => Err(Error::field("file", "The original of a photo must be a picture.")),
    }
}

/// Decrypts the pieces of an original and joins them.
fn join_pieces(deps: &Deps, file: &ItemFile, key: &KeyOfFiles) -> Result<Vec<u8>> {
    let pieces = with_store(&*deps.database, |store| store.file_pieces(file.id).map_err(Error::from))?;
    let mut content = Vec::new();
    for (number, piece) in (0..).zip(&pieces) {
        content.extend(key.open(deps, file, FilePart::Piece(number), piece)?);
    }
    Ok(content)
}
