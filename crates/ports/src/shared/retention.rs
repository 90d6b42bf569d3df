//! Deleting what is old.

use chrono::{DateTime, Utc};
use domain::shared::retention::Old;

use crate::shared::store_error::StoreResult;

/// Deleting what is old, a batch at a time.
pub trait Forgetting {
    /// Deletes at most so many of what is older than this, and answers how many it deleted. Rows that somebody else is at are left for
    /// the next time.
    fn forget(&mut self, old: Old, before: DateTime<Utc>, most: i64) -> StoreResult<usize>;
}
