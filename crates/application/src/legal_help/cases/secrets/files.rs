//! Files of a case: documents and photos that the driver and the lawyer exchange.

use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::secrets::{MAX_FILE_MEGABYTES, MAX_FILE_NAME_CHARS, MAX_FILES, Uploader};
use domain::shared::ids::HireId;
use domain::shared::text;
use ports::legal_help::secrets::{CaseFile, NewCaseFile};
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::secrets::access::{
    Reader, audit_staff_reading, must_be_reader, must_be_writer,
};
use crate::shared::cases::record::{CaseChange, lock_case, record};
use crate::shared::cases::secrets::{SecretValue, SecretsOfCase, existing_key, get_or_create_case_key};
use crate::shared::files::cleanup::plan_deletion_if_abandoned;
use crate::shared::files::key::original_name;
use crate::shared::uploads;

/// Checks whether the caller may upload a file.
///
/// # Errors
/// [`Error::NotFound`] for other drivers and lawyers, [`Error::Forbidden`] for staff and
/// deactivated lawyers, [`Error::MessagesClosed`], [`Error::TooManyFiles`].
pub fn check_may_upload(store: &mut dyn Store, actor: &Actor, id: HireId) -> Result<()> {
    let case = store.case_of_hire(id)?.ok_or(Error::NotFound)?;
    must_be_writer(store, actor, &case)?;
    check_room_for_one_more(store, id)
}

/// Stores a PDF, JPEG or PNG, encrypted with the case's key. An image is re-encoded, which removes everything
/// except its visible pixels.
///
/// # Errors
/// The same as [`check_may_upload`]; field errors for an invalid `fileName` or `file`; [`Error::ScannerUnavailable`],
/// [`Error::FilesUnavailable`], [`Error::Busy`] if too many images are waiting.
pub fn add(deps: &Deps, actor: &Actor, id: HireId, name: &str, content: &[u8]) -> Result<()> {
    // The permission and the number of files are checked first, because re-encoding an image takes seconds.
    // No database connection is held in the meantime.
    with_store(&*deps.database, |store| check_may_upload(store, actor, id))?;
    let name =
        text::line(name, MAX_FILE_NAME_CHARS).map_err(|error| Error::field("fileName", error.to_string()))?;
    uploads::scan(deps, content)?;
    let (kind, content) = uploads::validate_and_reencode(deps, content, MAX_FILE_MEGABYTES)?;
    let bytes = i64::try_from(content.len()).unwrap_or(i64::MAX);
    let content_name = deps.tokens.new_token();
    let key = in_transaction(&*deps.database, |store| {
        let case = lock_case(store, id)?;
        must_be_writer(store, actor, &case)?;
        plan_deletion_if_abandoned(deps, store, &content_name)?;
        get_or_create_case_key(deps, store, id)
    })?;
    let sealed = key.seal(deps, SecretValue::FileContent, &content)?;
    deps.contents.put(&original_name(&content_name), sealed)?;
    in_transaction(&*deps.database, |store| {
        let case = lock_case(store, id)?;
        let writer = must_be_writer(store, actor, &case)?;
        check_room_for_one_more(store, id)?;
        let sealed_name = key.seal(deps, SecretValue::FileName, name.as_bytes())?;
        store.insert_case_file(&NewCaseFile {
            case: id,
            lawyer_id: writer.is_lawyer.then_some(writer.lawyer),
            sealed_name: &sealed_name,
            kind,
            bytes,
            content_name: &content_name,
            added_at: deps.clock.now(),
        })?;
        Ok(store.cancel_content_deletion(&content_name)?)
    })
}

/// A file that the caller may download. The file's content is still encrypted.
#[derive(Debug)]
pub struct SealedFile {
    /// Name, type and size of the file.
    pub file: CaseFile,
    key: SecretsOfCase,
    /// The encrypted content, if it is in the database, as in earlier releases. `None` if it is in the file storage.
    content: Option<Vec<u8>>,
}

/// Returns a file that the caller may read, without decrypting it. [`open`] then decrypts its
/// content. Reading by staff is audited.
///
/// # Errors
/// [`Error::NotFound`] for other drivers and lawyers, [`Error::Forbidden`] for deactivated lawyers,
/// [`Error::ConsentNeeded`] for staff without the driver's consent.
pub fn fetch(deps: &Deps, store: &mut dyn Store, actor: &Actor, file: i64) -> Result<SealedFile> {
    let file = store.case_file(file)?.ok_or(Error::NotFound)?;
    let case = store.case_of_hire(file.case)?.ok_or(Error::NotFound)?;
    if must_be_reader(deps, store, actor, &case)? == Reader::Staff {
        audit_staff_reading(deps, store, actor, &case, ("file", &file.id))?;
    }
    sealed_file(deps, store, file)
}

/// Returns a file of the caller's own case, for the download of the caller's data. The caller's
/// role isn't checked, because a staff member may have been a driver before.
///
/// # Errors
/// [`Error::NotFound`] if the case's driver isn't the caller.
pub fn fetch_own(deps: &Deps, store: &mut dyn Store, actor: &Actor, file: i64) -> Result<SealedFile> {
    let file = store.case_file(file)?.ok_or(Error::NotFound)?;
    let case = store.case_of_hire(file.case)?.ok_or(Error::NotFound)?;
    if case.user_id != actor.id() {
        return Err(Error::NotFound);
    }
    sealed_file(deps, store, file)
}

/// Reads the key of a file and, for a file from an earlier release, its encrypted content.
fn sealed_file(deps: &Deps, store: &mut dyn Store, file: CaseFile) -> Result<SealedFile> {
    let key = existing_key(deps, store, file.case)?.ok_or(Error::NotFound)?;
    let is_stored_outside = file.content_name.is_some();
    let content = if is_stored_outside { None } else { Some(store.case_file_content(file.id)?) };
    Ok(SealedFile { file, key, content })
}

/// Decrypts a file's content, without holding a database connection. Returns the file and its content.
///
/// # Errors
/// [`Error::FilesUnavailable`], or a defect if the content can't be decrypted.
pub fn open(deps: &Deps, found: SealedFile) -> Result<(CaseFile, Vec<u8>)> {
    let SealedFile { file, key, content } = found;
    let sealed = match (content, &file.content_name) {
        (None, Some(name)) => deps.contents.get(&original_name(name))?,
        (content, _) => content.unwrap_or_default(),
    };
    let content = key.open(deps, SecretValue::FileContent, &sealed)?;
    Ok((file, content))
}

/// Deletes a file. The case's timeline then shows that a file was deleted, but not its name.
/// Returns the file's case.
///
/// # Errors
/// [`Error::NotFound`] for other drivers and lawyers; [`Error::Forbidden`] for staff, deactivated lawyers,
/// and the side that didn't upload the file; [`Error::MessagesClosed`], [`Error::FileInUse`].
pub fn delete(deps: &Deps, actor: &Actor, file: i64) -> Result<HireId> {
    in_transaction(&*deps.database, |store| {
        let id = store.case_file(file)?.ok_or(Error::NotFound)?.case;
        let case = lock_case(store, id)?;
        let writer = must_be_writer(store, actor, &case)?;
        let side = if writer.is_lawyer { Uploader::Lawyer(writer.lawyer) } else { Uploader::Driver };
        // While the case is locked, no other call can store a step or an agreement that refers to the file.
        let found = store.case_file(file)?.ok_or(Error::NotFound)?;
        if !case.may_delete_file(side, found.uploader(), found.is_used) {
            let is_own = found.uploader() == Some(side);
            return Err(if is_own { Error::FileInUse } else { Error::Forbidden });
        }
        store.delete_case_file(file)?;
        record(deps, store, case, CaseChange::by(actor, CaseEventKind::FileDeleted))?;
        Ok(id)
    })
}

/// Checks that the case has fewer than [`MAX_FILES`] files.
fn check_room_for_one_more(store: &mut dyn Store, id: HireId) -> Result<()> {
    if store.count_messages_and_files(id)?.files < MAX_FILES { Ok(()) } else { Err(Error::TooManyFiles) }
}
