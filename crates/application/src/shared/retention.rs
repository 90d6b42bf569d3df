//! Tidying up: what is old is deleted, each kind by itself (docs/PRODUCT.md#how-long-things-are-kept).

use domain::shared::retention::{Old, Retention};
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Rows of one batch: a statement of it takes some milliseconds.
const BATCH: i64 = 500;
/// Batches of one kind in one run, so that a kind with much to delete does not hold up the others.
const MOST_BATCHES: usize = 200;

/// Deletes what of this kind is older than it may get; answers how many. Each batch is a transaction of its own, over a connection that is
/// given back in between.
///
/// # Errors
/// Only the database's.
pub fn forget(deps: &Deps, retention: &Retention, old: Old) -> Result<usize> {
    let before = deps.clock.now() - retention.of(old);
    let mut deleted = 0;
    for _ in 0..MOST_BATCHES {
        let some =
            with_store(&*deps.database, |store| store.forget(old, before, BATCH).map_err(Error::from))?;
        deleted += some;
        if some == 0 {
            break;
        }
    }
    Ok(deleted)
}
