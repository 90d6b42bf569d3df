//! Adds citation numbers to parking tickets that earlier releases filed without one
//! (docs/product/everywhere.md#citation-numbers).

use domain::shared::ids::ParkingId;
use ports::store::in_transaction;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Number of parking tickets checked per transaction.
const AT_ONCE: i64 = 1_000;

/// Adds the number from the city's data to parking tickets without one. Checks a batch of tickets after the
/// ticket `after`. Returns the last ticket that was checked; `None` if none is left.
pub fn fill_citation_numbers(deps: &Deps, after: ParkingId) -> Result<Option<ParkingId>> {
    in_transaction(&*deps.database, |store| {
        store.lock_authority_register()?;
        store.fill_citation_numbers(after, AT_ONCE).map_err(Error::from)
    })
}
