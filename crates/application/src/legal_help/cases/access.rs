//! The caller's relation to a case, which decides what the caller may see and do
//! (docs/product/cases.md#who-sees-a-case).

use domain::legal_help::case::offer::LawyerOffer;
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
    Staff,
    /// A lawyer with an open offer, who sees only the details needed to check for
    /// a conflict of interest.
    Candidate(LawyerId),
    /// The lawyer who accepted the case.
    Lawyer(LawyerId),
}

/// The caller's role, on which the caller's access to cases depends.
#[derive(Clone, Copy, Debug)]
pub enum CaseCaller<'a> {
    Staff,
    Driver(&'a Actor),
    Lawyer(LawyerId),
}

impl<'a> CaseCaller<'a> {
    /// Returns the caller's role. If the caller is a lawyer, reads the lawyer's record.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for a deactivated lawyer.
    pub fn read(store: &mut dyn Store, actor: &'a Actor) -> Result<Self> {
        if actor.is_admin() {
            Ok(Self::Staff)
        } else if actor.is_lawyer() {
            Ok(Self::Lawyer(active_lawyer(store, actor)?.id))
        } else {
            Ok(Self::Driver(actor))
        }
    }

    /// Returns the caller's relation to a case. `offer` is the case's open offer, if there is one.
    ///
    /// # Errors
    /// [`Error::NotFound`] for another driver, and for a lawyer who has neither the case nor its offer.
    pub fn role_in(self, case: &Case, offer: Option<&LawyerOffer>) -> Result<CaseRole> {
        match self {
            Self::Staff => Ok(CaseRole::Staff),
            Self::Driver(actor) => actor.must_be_owner_or_staff(case.user_id).map(|()| CaseRole::Driver),
            Self::Lawyer(id) if case.lawyer_id == Some(id) => Ok(CaseRole::Lawyer(id)),
            Self::Lawyer(id) if offer.is_some_and(|offer| offer.lawyer_id == id) => {
                Ok(CaseRole::Candidate(id))
            }
            Self::Lawyer(_) => Err(Error::NotFound),
        }
    }
}

/// Returns the caller's relation to a case.
///
/// # Errors
/// [`Error::NotFound`] for another driver, and for a lawyer who has neither the case nor its offer;
/// [`Error::Forbidden`] for a deactivated lawyer.
pub fn role_in(store: &mut dyn Store, actor: &Actor, case: &Case) -> Result<CaseRole> {
    let caller = CaseCaller::read(store, actor)?;
    let offer = match caller {
        CaseCaller::Lawyer(_) => store.open_offer(case.id)?,
        CaseCaller::Staff | CaseCaller::Driver(_) => None,
    };
    caller.role_in(case, offer.as_ref())
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

/// Checks that the caller is the lawyer who accepted the case, and returns that lawyer.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, staff and deactivated lawyers, [`Error::NotFound`] for other lawyers.
pub fn must_be_lawyer_of_case(store: &mut dyn Store, actor: &Actor, case: &Case) -> Result<Lawyer> {
    let lawyer = active_lawyer(store, actor)?;
    if case.lawyer_id == Some(lawyer.id) { Ok(lawyer) } else { Err(Error::NotFound) }
}

/// Checks that the caller is the driver who hired the lawyer. Staff can't act for the driver.
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers, [`Error::NotFound`] for other drivers.
pub fn must_be_driver_of_case(actor: &Actor, case: &Case) -> Result<()> {
    if actor.is_admin() {
        return Err(Error::Forbidden);
    }
    actor.must_be_owner_or_staff(case.user_id)
}
