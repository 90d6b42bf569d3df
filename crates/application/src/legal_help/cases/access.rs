//! Who may see and change a case (docs/product/cases.md#who-sees-a-case).

use domain::legal_help::case::record::Case;
use domain::legal_help::lawyer::Lawyer;
use domain::shared::ids::LawyerId;
use ports::store::Store;

use crate::access::Actor;
use crate::error::{Error, Result};

/// The caller's relation to a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseRole {
    /// The driver who hired the lawyer.
    Driver,
    /// A staff member.
    Staff,
    /// A lawyer with an open offer, who sees only what the conflict check needs.
    Candidate(LawyerId),
    /// The lawyer who accepted the case.
    Lawyer(LawyerId),
}

/// Returns the caller's relation to a case.
///
/// # Errors
/// [`Error::NotFound`] for another driver and for a lawyer without the case, [`Error::Forbidden`] for a deactivated
/// lawyer.
pub fn role_in(store: &mut dyn Store, actor: &Actor, case: &Case) -> Result<CaseRole> {
    if actor.is_admin() {
        return Ok(CaseRole::Staff);
    }
    if !actor.is_lawyer() {
        actor.must_own(case.user_id)?;
        return Ok(CaseRole::Driver);
    }
    let lawyer = active_lawyer(store, actor)?.id;
    if case.lawyer_id == Some(lawyer) {
        return Ok(CaseRole::Lawyer(lawyer));
    }
    let offer = store.open_offer(case.id)?.filter(|offer| offer.lawyer_id == lawyer);
    offer.map(|_| CaseRole::Candidate(lawyer)).ok_or(Error::NotFound)
}

/// Returns the caller's record as a lawyer.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, staff and deactivated lawyers.
pub fn active_lawyer(store: &mut dyn Store, actor: &Actor) -> Result<Lawyer> {
    if !actor.is_lawyer() {
        return Err(Error::Forbidden);
    }
    store.lawyer_of_user(actor.id())?.filter(|lawyer| lawyer.is_active).ok_or(Error::Forbidden)
}

/// Checks that the caller is the lawyer who accepted the case.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, staff and deactivated lawyers, [`Error::NotFound`] for other lawyers.
pub fn must_be_its_lawyer(store: &mut dyn Store, actor: &Actor, case: &Case) -> Result<Lawyer> {
    let lawyer = active_lawyer(store, actor)?;
    if case.lawyer_id == Some(lawyer.id) { Ok(lawyer) } else { Err(Error::NotFound) }
}

/// Checks that the caller is the driver who hired the lawyer. Staff can't act for the driver.
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers, [`Error::NotFound`] for other drivers.
pub fn must_be_its_driver(actor: &Actor, case: &Case) -> Result<()> {
    if actor.is_admin() {
        return Err(Error::Forbidden);
    }
    actor.must_own(case.user_id)
}
