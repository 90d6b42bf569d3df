//! Deletes old data, each kind after its own period (docs/product/running.md#how-long-things-are-kept).

use domain::shared::retention::{RetainedData, Retention};
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Number of rows per batch.
const BATCH: i64 = 500;
/// Maximum number of batches per kind and run, so that a kind with many rows doesn't
/// delay the other kinds.
const MAX_BATCHES: usize = 200;

/// Deletes data of one kind that is older than its retention period, at most [`MAX_BATCHES`] batches. Returns the
/// number of rows. Each batch has its own transaction, and no connection is held between batches.
pub fn delete_expired(deps: &Deps, retention: &Retention, kind: RetainedData) -> Result<usize> {
    let before = deps.clock.now() - retention.of(kind);
    let mut deleted = 0;
    for _ in 0..MAX_BATCHES {
        let some = with_store(&*deps.database, |store| {
            store.delete_expired(kind, before, BATCH).map_err(Error::from)
        })?;
        deleted += some;
        if some == 0 {
            break;
        }
    }
    Ok(deleted)
}
