//! The register of authorities (docs/PRODUCT.md#authorities).

use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{AuthorityId, PaymentId};
use ports::payments::remittances::Saved;
use ports::shared::limits::Limit;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// What the audit trail calls an authority.
pub(super) const SUBJECT: AuditSubject = AuditSubject::Authority;
/// So many payments are given to an authority at once.
pub const MOST_ASSIGNED: usize = 500;

/// The register, by name.
///
/// # Errors
/// [`Error::Forbidden`] for drivers.
pub fn list(store: &mut dyn Store, actor: &Actor) -> Result<Vec<Authority>> {
    actor.must_be_admin()?;
    Ok(store.authorities()?)
}

/// Adds an authority. What is owed and issued under one of its names is owed to it from now on.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, `name` when it is taken or the register is full.
pub fn add(deps: &Deps, actor: &Actor, details: &AuthorityDetails) -> Result<Authority> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        store.lock_limit(Limit::Authorities)?;
        if i64::try_from(store.authorities()?.len()).unwrap_or(i64::MAX) >= AuthorityDetails::MOST {
            let full = format!("There are {} authorities already.", AuthorityDetails::MOST);
            return Err(Error::field("name", full));
        }
        let saved = store.insert_authority(details)?;
        kept(deps, store, actor, saved)
    })
}

/// Changes an authority.
///
/// # Errors
/// As [`add`]; [`Error::NotFound`], [`Error::ChangedMeanwhile`] when the version is not the newest.
pub fn change(
    deps: &Deps,
    actor: &Actor,
    (id, version): (AuthorityId, i32),
    details: &AuthorityDetails,
) -> Result<Authority> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let saved = store.update_authority(id, version, details)?;
        kept(deps, store, actor, saved)
    })
}

/// Gives payments to an authority that nobody has sent yet. Those that were sent meanwhile stay where they are.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`].
pub fn assign(deps: &Deps, actor: &Actor, to: AuthorityId, payments: &[PaymentId]) -> Result<usize> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        if !store.authorities()?.iter().any(|authority| authority.id == to) {
            return Err(Error::NotFound);
        }
        let assigned = store.assign(to, payments)?;
        if assigned == 0 {
            return Ok(assigned);
        }
        let entry = actor.entry((SUBJECT, to.0), AuditAction::AuthorityChanged, deps.clock.now());
        store.audit(&entry.is("paymentsGiven", &assigned))?;
        Ok(assigned)
    })
}

fn kept(deps: &Deps, store: &mut dyn Store, actor: &Actor, saved: Saved) -> Result<Authority> {
    let authority = match saved {
        Saved::Saved(authority) => authority,
        Saved::NameTaken(other) => {
            return Err(Error::field("name", format!("One of these names is {other}’s.")));
        }
        Saved::Changed(now) => {
            return Err(Error::ChangedMeanwhile(store.last_change(SUBJECT, now.id.0)?));
        }
        Saved::Gone => return Err(Error::NotFound),
    };
    let entry = actor.entry((SUBJECT, authority.id.0), AuditAction::AuthorityChanged, deps.clock.now());
    store.audit(&entry.is("name", &authority.details.name).is("kind", &authority.details.kind))?;
    store.assign_by_name(authority.id)?;
    Ok(authority)
}
