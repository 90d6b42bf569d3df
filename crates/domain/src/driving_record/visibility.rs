//! Which items a driver sees (docs/product/driving-record.md#record-readiness), and how long paid items stay
//! listed (docs/product/driving-record.md#paid-items-leave-the-lists).

use chrono::{DateTime, TimeDelta, Utc};

use crate::driving_record::added::DriverEntry;

/// How long a paid item stays in the driver's lists.
pub const PAID_ITEMS_STAY: TimeDelta = TimeDelta::days(3);

/// Whether the driver's lists show an item. The lists always show unpaid items, and show paid items for
/// [`PAID_ITEMS_STAY`] after `paid_at`. A paid item without `paid_at` also stays, because the period can't be counted.
pub fn is_listed(is_paid: bool, paid_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    match paid_at {
        Some(paid_at) if is_paid => now.signed_duration_since(paid_at) <= PAID_ITEMS_STAY,
        _ => true,
    }
}

/// Whether a driver sees an item. Until staff have prepared the driver's record, the driver sees only the
/// items that the driver added. `entry` is `None` for an item that the driver didn't add.
pub const fn is_visible_to_driver(is_record_ready: bool, entry: Option<DriverEntry>) -> bool {
    is_record_ready || entry.is_some()
}
