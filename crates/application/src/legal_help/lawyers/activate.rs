//! Deactivation and reactivation of lawyers by staff.

use domain::legal_help::lawyer::Lawyer;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::LawyerId;
use ports::store::in_transaction;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::offers::recheck_offers_of;
use crate::legal_help::lawyers::edit;

/// Activates or deactivates a lawyer. A deactivated lawyer loses their open offers, is logged out, and can't
/// log in. Open cases stay with the lawyer until staff reassign them. `version` is the lawyer's version that
/// the caller saw; with `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], [`Error::ChangedMeanwhile`]
/// if the version is outdated.
pub fn set_active(
    deps: &Deps,
    actor: &Actor,
    id: LawyerId,
    is_active: bool,
    version: Option<i32>,
) -> Result<Lawyer> {
    actor.must_be_admin()?;
    let changed = in_transaction(&*deps.database, |store| {
        let held = edit::lock_lawyer_version(store, id, version)?;
        if held.is_active == is_active {
            return Ok(held);
        }
        let changed = store.set_lawyer_active(id, is_active)?.ok_or(Error::NotFound)?;
        if let Some(user) = held.user_id.filter(|_| !is_active) {
            store.delete_sessions_of(user, None)?;
        }
        let subject = (AuditSubject::Lawyer, id.0);
        let entry = actor.audit_entry(subject, AuditAction::LawyerChanged, deps.clock.now());
        store.audit(&entry.changed("is_active", &held.is_active, &is_active))?;
        Ok::<_, Error>(changed)
    })?;
    recheck_offers_of(deps, id);
    Ok(changed)
}
