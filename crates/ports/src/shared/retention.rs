//! Deletion of data after its retention period.

use chrono::{DateTime, Utc};
use domain::shared::retention::RetainedData;

use crate::shared::store_error::StoreResult;

/// Data in the database that can be deleted in batches after its retention period.
pub trait ExpiredRecords {
    /// Deletes up to `limit` records that are older than `before` or expired by then, and returns the number of
    /// deleted or changed rows. For some kinds, first deletes parts of the records, such as a chat's messages.
    /// For others, deletes only parts or erases a field, and keeps the records. Rows locked by other
    /// transactions are left for the next call.
    fn delete_expired(&mut self, kind: RetainedData, before: DateTime<Utc>, limit: i64)
    -> StoreResult<usize>;
}
