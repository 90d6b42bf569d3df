//! Downloads of photos and documents.

use domain::driving_record::item_file::ItemFile;
use domain::security::audit::AuditAction;
use domain::shared::file_kind::FileKind;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::files::access::{audit_file_access, check_may_read};
use crate::error::{Error, Result};
use crate::shared::files::key::{FilePart, KeyOfFiles, key_of_stored_file, original_name, reduced_name};

/// A file that the caller may open, with the key that decrypts it.
#[derive(Debug)]
pub struct AllowedFile {
    pub file: ItemFile,
    key: KeyOfFiles,
    wants_original: bool,
}

/// Checks that the caller may open a file. Opening by staff is audited.
///
/// # Errors
/// [`Error::NotFound`] if the file is another driver's; [`Error::Forbidden`] for lawyers;
/// [`Error::OriginalIncomplete`] if the caller wants the original, but its upload isn't complete.
pub fn authorize_opening(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: i64,
    wants_original: bool,
) -> Result<AllowedFile> {
    let file = store.item_file(id)?;
    let file = check_may_read(deps, store, actor, file)?;
    // A PDF has no reduced copy, so its original is returned.
    let wants_original = wants_original || !file.has_reduced();
    if wants_original && file.original.is_none() {
        return Err(Error::OriginalIncomplete);
    }
    audit_file_access(deps, store, actor, AuditAction::FileRead, &file)?;
    let key = key_of_stored_file(deps, store, &file)?;
    Ok(AllowedFile { file, key, wants_original })
}

/// Reads and decrypts a file's content, without holding a database connection. Returns the content's
/// type and the content.
///
/// # Errors
/// [`Error::FilesUnavailable`], or a defect if the content is missing or can't be decrypted.
pub fn open_allowed_file(deps: &Deps, allowed: &AllowedFile) -> Result<(FileKind, Vec<u8>)> {
    let AllowedFile { file, key, wants_original } = allowed;
    let (kind, name, part) = if *wants_original {
        (file.kind, original_name(&file.content_name), FilePart::Original)
    } else {
        (FileKind::Jpeg, reduced_name(&file.content_name), FilePart::Reduced)
    };
    let sealed = deps.contents.get(&name)?;
    Ok((kind, key.open(deps, file, part, &sealed)?))
}
