//! Deletion of data after its retention period.

use chrono::{DateTime, Utc};
use domain::shared::retention::RetainedData;

use crate::shared::store_error::StoreResult;

/// Data in the database that can be deleted in batches after its retention period.
pub trait ExpiredRecords {
    /// Deletes up to `limit` records of this kind that are older than `before` or expired by then. For some
    /// kinds, deletes only parts of the records. Returns the number of deleted or changed rows.
    fn delete_expired(&mut self, kind: RetainedData, before: DateTime<Utc>, limit: i64)
    -> StoreResult<usize>;
}
