//! The register of authorities (docs/product/money-to-authorities.md#authorities).

use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{AuthorityId, PaymentId};
use ports::payments::remittances::SaveAuthorityResult;
use ports::shared::limits::Limit;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::citations::must_stay_distinct;
use crate::driving_record::courts::update_courts_after_change;
use crate::error::{Error, Result};

/// The subject of audit entries about authorities.
pub(super) const SUBJECT: AuditSubject = AuditSubject::Authority;
/// Maximum number of payments in one call of [`assign_payments`].
pub const MAX_ASSIGNED: usize = 500;

/// Lists all authorities by name.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_authorities(store: &mut dyn Store, actor: &Actor) -> Result<Vec<Authority>> {
    actor.must_be_admin()?;
    Ok(store.authorities()?)
}

/// Adds an authority. Obligations to an issuer that has one of the authority's names are assigned
/// to the new authority.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; a field error for `name` if another authority
/// has one of the names, or if there are too many authorities; [`Error::EqualCitations`] if two
/// items would have the same issuer and citation number.
pub fn add_authority(deps: &Deps, actor: &Actor, details: &AuthorityDetails) -> Result<Authority> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        store.lock_limit(Limit::Authorities)?;
        if i64::try_from(store.authorities()?.len()).unwrap_or(i64::MAX) >= AuthorityDetails::MAX_AUTHORITIES
        {
            let full = format!("There are already {} authorities.", AuthorityDetails::MAX_AUTHORITIES);
            return Err(Error::field("name", full));
        }
        let saved = store.insert_authority(details)?;
        saved_or_error(deps, store, actor, None, saved)
    })
}

/// Changes an authority's details. `version` is the authority's version that staff saw.
///
/// # Errors
/// The same errors as [`add_authority`]; [`Error::NotFound`]; [`Error::ChangedMeanwhile`] if
/// the version is outdated.
pub fn change_authority(
    deps: &Deps,
    actor: &Actor,
    (id, version): (AuthorityId, i32),
    details: &AuthorityDetails,
) -> Result<Authority> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        store.lock_limit(Limit::Authorities)?;
        let before = store.authorities()?.into_iter().find(|authority| authority.id == id);
        let saved = store.update_authority(id, version, details)?;
        saved_or_error(deps, store, actor, before.as_ref(), saved)
    })
}

/// Assigns payments to an authority. Skips payments that are already in a remittance. Returns how
/// many payments were assigned.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn assign_payments(
    deps: &Deps,
    actor: &Actor,
    authority_id: AuthorityId,
    payments: &[PaymentId],
) -> Result<usize> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        store.lock_authority_register()?;
        if !store.authorities()?.iter().any(|authority| authority.id == authority_id) {
            return Err(Error::NotFound);
        }
        let assigned = store.assign_payments(authority_id, payments)?;
        if assigned == 0 {
            return Ok(assigned);
        }
        let entry =
            actor.audit_entry((SUBJECT, authority_id.0), AuditAction::AuthorityChanged, deps.clock.now());
        store.audit(&entry.with_after("paymentsGiven", &assigned))?;
        Ok(assigned)
    })
}

/// Returns the saved authority, after updating the tickets and obligations that its names and place
/// affect. `before` is the authority before the change; `None` if it is new. Returns an error if
/// the authority wasn't saved.
fn saved_or_error(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    before: Option<&Authority>,
    saved: SaveAuthorityResult,
) -> Result<Authority> {
    let authority = match saved {
        SaveAuthorityResult::Saved(authority) => authority,
        SaveAuthorityResult::NameTaken(other) => {
            return Err(Error::field("name", format!("One of these names already belongs to {other}.")));
        }
        SaveAuthorityResult::Changed(now) => {
            return Err(Error::ChangedMeanwhile(store.last_change(SUBJECT, now.id.0)?));
        }
        SaveAuthorityResult::Gone => return Err(Error::NotFound),
    };
    let earlier = before.map(|before| before.details.keys()).unwrap_or_default();
    must_stay_distinct(store, &earlier, &authority.details.keys())?;
    // Tickets are locked before obligations, as in the settlement of a payment, to avoid deadlocks.
    let before = before.map(|before| (before.details.keys(), before.place()));
    let tickets =
        update_courts_after_change(store, before.as_ref(), (&authority.details.keys(), authority.place()))?;
    let details = &authority.details;
    let entry = actor.audit_entry((SUBJECT, authority.id.0), AuditAction::AuthorityChanged, deps.clock.now());
    let entry = entry.with_after("name", &details.name).with_after("kind", &details.kind);
    let located = [
        ("state", details.state.map(|state| state.name().to_owned())),
        ("postalAddress", details.postal_address.clone()),
        ("county", details.county.clone()),
        ("timeZone", details.time_zone.map(|zone| zone.name().to_owned())),
        ("ticketsInCourt", Some(tickets).filter(|tickets| *tickets > 0).map(|tickets| tickets.to_string())),
    ];
    store.audit(&entry.with_all_after(located.into_iter().filter_map(|(name, text)| Some((name, text?)))))?;
    store.assign_obligations_by_issuer(authority.id)?;
    Ok(authority)
}
