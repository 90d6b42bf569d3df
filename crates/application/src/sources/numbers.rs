//! Adds citation numbers to parking tickets that earlier releases filed without one
//! (docs/product/everywhere.md#citation-numbers).

use domain::shared::ids::ParkingId;
use ports::store::in_transaction;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Maximum number of parking tickets that one transaction checks.
const AT_ONCE: i64 = 1_000;

/// Adds the citation number from the city's data to parking tickets that have no number. Checks
/// a batch of parking tickets after `after`. Returns the last ticket that was checked; `None` if
/// no tickets were left.
pub fn fill_citation_numbers(deps: &Deps, after: ParkingId) -> Result<Option<ParkingId>> {
    in_transaction(&*deps.database, |store| {
        store.lock_authority_register()?;
        store.fill_citation_numbers(after, AT_ONCE).map_err(Error::from)
    })
}
