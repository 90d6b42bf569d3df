//! Deleting data after its retention period.

use chrono::{DateTime, Utc};
use domain::shared::retention::RetainedData;

use crate::shared::store_error::StoreResult;

/// Deleting data after its retention period, in batches.
pub trait ExpiredRecords {
    /// Deletes up to `most` records older than `before`, and returns how many it deleted. Rows locked by other
    /// transactions are skipped until the next time.
    fn delete_expired(&mut self, old: RetainedData, before: DateTime<Utc>, most: i64) -> StoreResult<usize>;
}
