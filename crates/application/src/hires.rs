//! Lawyer hires as drivers and staff see them (driver specification, section 7).

use domain::hire::LawyerHire;
use domain::ids::HireId;
use ports::store::{Page, Paged, Store};

use crate::access::Actor;
use crate::error::{Error, Result};

/// How to reach the driver, checked: at least one is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    /// `phone`, `email` or `phone, email`.
    pub method: String,
    /// The values, in the same order.
    pub value: String,
}

/// Hires: a driver's own, or all for staff.
///
/// # Errors
/// Only the database's.
pub fn list(store: &mut dyn Store, actor: &Actor, page: Page) -> Result<Paged<LawyerHire>> {
    Ok(store.hires(actor.own_or_all(), page)?)
}

/// Stores how to reach the driver about a hire.
///
/// # Errors
/// [`Error::NotFound`] when the hire is not the caller's.
pub fn set_contact(
    store: &mut dyn Store,
    actor: &Actor,
    id: HireId,
    contact: &Contact,
) -> Result<LawyerHire> {
    let hire = store.hire(id)?.ok_or(Error::NotFound)?;
    actor.must_own(hire.user_id)?;
    store.set_hire_contact(id, &contact.method, &contact.value)?.ok_or(Error::NotFound)
}
