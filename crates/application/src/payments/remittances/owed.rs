//! Lists of money owed to authorities and lawyers, of money that they must return, and
//! of remittances, for staff.

use domain::payments::remittances::remittance::Remittance;
use domain::shared::ids::RemittanceId;
use ports::payments::remittances::{AmountOwed, Obligation, ObligationFilter};
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::Result;
use crate::shared::lists::{Names, names_of};

/// Maximum number of obligations in a list.
const MAX_OBLIGATIONS: i64 = 500;
/// Number of remittances per page.
const A_PAGE: i64 = 50;

/// An overview of money on its way to authorities and lawyers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoneyOwed {
    /// Amounts owed, by payee. The payee who has been owed money the longest comes first.
    pub owed: Vec<AmountOwed>,
    /// Obligations for which the authority or the lawyer must return money.
    pub to_recover: Vec<Obligation>,
    /// Obligations whose money was sent more than 48 hours ago, and whose citation the city's data
    /// still lists as open.
    pub open_at_source: Vec<Obligation>,
    /// Names of the drivers of the obligations in `to_recover` and `open_at_source`.
    pub names: Names,
}

/// Returns the overview of money on its way to authorities and lawyers.
///
/// # Errors
/// [`crate::Error::Forbidden`] if the caller isn't staff.
pub fn show_money_owed(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<MoneyOwed> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    let to_recover = store.obligations_to_recover(now, MAX_OBLIGATIONS)?;
    let open_at_source = store.obligations_open_at_source(now, MAX_OBLIGATIONS)?;
    let drivers = to_recover.iter().chain(&open_at_source).map(|one| one.user_id);
    Ok(MoneyOwed {
        names: names_of(store, drivers)?,
        owed: store.amounts_owed(now)?,
        to_recover,
        open_at_source,
    })
}

/// Lists the oldest obligations that match a filter, such as those to one authority, at most
/// [`MAX_OBLIGATIONS`]. Also returns the names of their drivers.
///
/// # Errors
/// [`crate::Error::Forbidden`] if the caller isn't staff.
pub fn list_obligations(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    filter: &ObligationFilter,
) -> Result<(Vec<Obligation>, Names)> {
    actor.must_be_admin()?;
    let owed = store.obligations_owed(filter, deps.clock.now(), MAX_OBLIGATIONS)?;
    let names = names_of(store, owed.iter().map(|one| one.user_id))?;
    Ok((owed, names))
}

/// Lists remittances, newest first, [`A_PAGE`] per page. `before` is the last remittance of the previous page.
///
/// # Errors
/// [`crate::Error::Forbidden`] if the caller isn't staff.
pub fn list_remittances(
    store: &mut dyn Store,
    actor: &Actor,
    before: Option<RemittanceId>,
) -> Result<Vec<Remittance>> {
    actor.must_be_admin()?;
    Ok(store.remittances(before, A_PAGE)?)
}
