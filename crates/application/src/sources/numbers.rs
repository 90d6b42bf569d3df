//! Citation numbers for parking tickets that earlier releases filed
//! without a number (docs/product/everywhere.md#citation-numbers).

use domain::shared::ids::ParkingId;
use ports::store::in_transaction;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Citations checked per transaction.
const AT_ONCE: i64 = 1_000;

/// Fills in the numbers of a batch of parking tickets without one, from their city's data. Starts after the
/// given ticket, and returns the last ticket that was checked; `None` at the end.
pub fn fill_citation_numbers(deps: &Deps, after: ParkingId) -> Result<Option<ParkingId>> {
    in_transaction(&*deps.database, |store| {
        store.lock_authority_register()?;
        store.fill_citation_numbers(after, AT_ONCE).map_err(Error::from)
    })
}
