//! The court appearances that a driver must still attend.

use domain::driving_record::appearance::Appearance;
use domain::notices::clock::{day_of, zone_of};
use domain::shared::ids::UserId;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::items::driver_if_ready;
use crate::error::Result;

/// Returns court appearances that the driver must still attend, by date. Those without a date come
/// last. The list is empty while staff are preparing the driver's items.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) for other drivers.
pub fn of_driver(deps: &Deps, store: &mut dyn Store, actor: &Actor, user: UserId) -> Result<Vec<Appearance>> {
    let Some(driver) = driver_if_ready(store, actor, user)? else { return Ok(vec![]) };
    let today = day_of(deps.clock.now(), zone_of(driver.state));
    let required = store.appearances_of(user)?;
    Ok(required.into_iter().filter(|appearance| appearance.is_pending(today)).collect())
}
