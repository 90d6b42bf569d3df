//! Which items a driver sees (docs/product/driving-record.md#record-readiness), and how long paid items stay listed
//! (docs/product/driving-record.md#paid-items-leave-the-lists).

use chrono::{DateTime, TimeDelta, Utc};

use crate::driving_record::added::DriverEntry;

/// A paid item is hidden this long after it was paid.
pub const PAID_ITEMS_STAY: TimeDelta = TimeDelta::days(3);

/// Whether an item is in the driver's lists. Unpaid items always are. Paid items are listed until `paid_at` is *more*
/// than three days ago. A paid item without a paid time stays listed, because the three days can't be counted.
pub fn is_listed(is_paid: bool, paid_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    match paid_at {
        Some(paid_at) if is_paid => now.signed_duration_since(paid_at) <= PAID_ITEMS_STAY,
        _ => true,
    }
}

/// Whether a driver sees an item. Until staff have prepared the record, a driver sees only the items that they added.
pub const fn is_visible_to_driver(is_record_ready: bool, entry: Option<DriverEntry>) -> bool {
    is_record_ready || entry.is_some()
}
