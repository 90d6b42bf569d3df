//! Photos of lawyers. Staff upload and remove them, and a driver sees the photo of their lawyer.

use domain::legal_help::lawyer::{MAX_PHOTO_MEGABYTES, PHOTO_SIDE};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::file_kind::FileKind;
use domain::shared::ids::{HireId, LawyerId};
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::access::{CaseRole, role_in};
use crate::shared::uploads;

/// Checks whether the caller may upload a photo.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn check_may_upload(store: &mut dyn Store, actor: &Actor, id: LawyerId) -> Result<()> {
    actor.must_be_admin()?;
    store.lawyer(id)?.map(drop).ok_or(Error::NotFound)
}

/// Stores the middle square of a JPEG or PNG as a lawyer's photo, and replaces an earlier photo.
///
/// # Errors
/// The same as [`check_may_upload`], a field error for the `file`, [`Error::ScannerUnavailable`], and [`Error::Busy`].
pub fn upload(deps: &Deps, actor: &Actor, id: LawyerId, content: &[u8]) -> Result<()> {
    // Scanning and re-encoding an image takes seconds, so no database connection is held in the meantime.
    with_store(&*deps.database, |store| check_may_upload(store, actor, id))?;
    uploads::scan(deps, content)?;
    let photo = crop_to_square(deps, content)?;
    set_photo(deps, actor, id, Some(&photo))
}

/// Removes a lawyer's photo.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn remove(deps: &Deps, actor: &Actor, id: LawyerId) -> Result<()> {
    actor.must_be_admin()?;
    set_photo(deps, actor, id, None)
}

/// Returns a lawyer's photo, for staff.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`], also if the lawyer has no photo.
pub fn show(store: &mut dyn Store, actor: &Actor, id: LawyerId) -> Result<Vec<u8>> {
    actor.must_be_admin()?;
    store.lawyer_photo(id)?.ok_or(Error::NotFound)
}

/// Returns the photo of the lawyer who accepted a case, for the case's driver, its lawyer and staff.
///
/// # Errors
/// [`Error::NotFound`], also for another driver's case and if the lawyer has no photo; [`Error::Forbidden`]
/// for a deactivated lawyer.
pub fn show_of_case(store: &mut dyn Store, actor: &Actor, id: HireId) -> Result<Vec<u8>> {
    let case = store.case_of_hire(id)?.ok_or(Error::NotFound)?;
    let lawyer = match role_in(store, actor, &case)? {
        CaseRole::Candidate(_) => None,
        CaseRole::Driver | CaseRole::Staff | CaseRole::Lawyer(_) => case.lawyer_id,
    };
    store.lawyer_photo(lawyer.ok_or(Error::NotFound)?)?.ok_or(Error::NotFound)
}

/// Stores a lawyer's photo or, with `None`, removes it. Adds an audit entry, unless there is no photo to remove.
fn set_photo(deps: &Deps, actor: &Actor, id: LawyerId, photo: Option<&[u8]>) -> Result<()> {
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let lawyer = store.lock_lawyer(id)?.ok_or(Error::NotFound)?;
        if !lawyer.has_photo && photo.is_none() {
            return Ok(());
        }
        store.set_lawyer_photo(id, photo, now)?;
        let entry = actor.audit_entry((AuditSubject::Lawyer, id.0), AuditAction::LawyerChanged, now);
        Ok(store.audit(&entry.changed("has_photo", &lawyer.has_photo, &photo.is_some()))?)
    })
}

/// Returns the middle square of a JPEG or PNG, re-encoded for storage.
fn crop_to_square(deps: &Deps, content: &[u8]) -> Result<Vec<u8>> {
    if !FileKind::starts_as_image(content) {
        return Err(Error::field("file", "Choose a JPEG or PNG file."));
    }
    let kind = uploads::kind_of(content, MAX_PHOTO_MEGABYTES)?;
    Ok(deps.pictures.crop_to_square(kind, content, PHOTO_SIDE)?)
}
