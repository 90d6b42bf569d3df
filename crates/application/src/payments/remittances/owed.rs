//! What is owed to authorities, as staff see it.

use domain::payments::remittances::remittance::Remittance;
use domain::shared::ids::RemittanceId;
use ports::payments::remittances::{Obligation, OwedTo, WhichOwed};
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::Result;
use crate::shared::lists::{Names, names_of};

/// The most of a list that anybody looks through.
const MOST: i64 = 500;
/// Remittances at once.
const A_PAGE: i64 = 50;

/// The money's way, at a glance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    /// What is owed, by whom it is owed to: the longest owed first.
    pub owed: Vec<OwedTo>,
    /// What authorities are to give back.
    pub to_recover: Vec<Obligation>,
    /// What was sent and is open by a city's data all the same.
    pub open_at_source: Vec<Obligation>,
    /// What the drivers of these are called.
    pub names: Names,
}

/// The money's way, at a glance.
///
/// # Errors
/// [`crate::Error::Forbidden`] for drivers.
pub fn overview(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<Overview> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    let to_recover = store.obligations_to_recover(now, MOST)?;
    let open_at_source = store.obligations_open_at_source(now, MOST)?;
    let drivers = to_recover.iter().chain(&open_at_source).map(|one| one.user_id);
    Ok(Overview { names: names_of(store, drivers)?, owed: store.owed(now)?, to_recover, open_at_source })
}

/// What is owed to an authority, or to nobody known, as far as it is asked for: the oldest 500.
///
/// # Errors
/// [`crate::Error::Forbidden`] for drivers.
pub fn owed_to(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    which: &WhichOwed,
) -> Result<(Vec<Obligation>, Names)> {
    actor.must_be_admin()?;
    let owed = store.obligations_owed(which, deps.clock.now(), MOST)?;
    let names = names_of(store, owed.iter().map(|one| one.user_id))?;
    Ok((owed, names))
}

/// Remittances before one, the newest 50 first.
///
/// # Errors
/// [`crate::Error::Forbidden`] for drivers.
pub fn remittances(
    store: &mut dyn Store,
    actor: &Actor,
    before: Option<RemittanceId>,
) -> Result<Vec<Remittance>> {
    actor.must_be_admin()?;
    Ok(store.remittances(before, A_PAGE)?)
}
