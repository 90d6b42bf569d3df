//! Receipt numbers (driver specification, section 2, "Confirmation page").

use chrono::{DateTime, Utc};

use crate::ids::TransactionId;

/// `LW-20260131-000042`: the day (UTC) of the transaction and its number, with six digits at least. Unique because the
/// transaction's number is.
pub fn receipt_number(transaction: TransactionId, recorded_at: DateTime<Utc>) -> String {
    format!("LW-{}-{:06}", recorded_at.format("%Y%m%d"), transaction.0)
}
