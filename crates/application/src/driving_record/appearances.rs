//! A driver's pending court appearances.

use domain::driving_record::appearance::Appearance;
use domain::notices::clock::{day_of, zone_of};
use domain::shared::ids::UserId;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::items::listed_driver;
use crate::error::Result;

/// Returns a driver's pending court appearances by date: future appearances, and past appearances
/// of tickets that are neither paid nor removed. Appearances without a date come last. While staff
/// are preparing the record, returns only appearances of tickets that the driver added.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) for other drivers and for lawyers; `NotFound` when
/// staff ask for a user who doesn't exist.
pub fn appearances_of_driver(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    user: UserId,
) -> Result<Vec<Appearance>> {
    let driver = listed_driver(store, actor, user)?;
    let today = day_of(deps.clock.now(), zone_of(driver.user.state));
    let required = store.appearances_of(user)?;
    let is_shown =
        |one: &Appearance| (driver.shows_all_items || one.is_added_by_driver) && one.is_pending(today);
    Ok(required.into_iter().filter(is_shown).collect())
}
