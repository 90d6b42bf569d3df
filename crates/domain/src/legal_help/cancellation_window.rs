//! The cancellation window of a lawyer hire: a driver who cancels within it gets a full refund
//! (docs/product/legal-help.md#cancellation-window). Tested with `cases/cancellation_window.json`.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::shared::business_time::weekday_hours_later;

/// Length of the cancellation window in hours. Hours on a Saturday or Sunday are not counted.
pub const CANCELLATION_HOURS: i64 = 24;

/// Returns the end of the cancellation window, which doesn't count Saturdays and Sundays in the time zone
/// `tz`. Hours are elapsed time, so a daylight saving change doesn't shorten the window.
pub fn cancel_deadline(hired_at: DateTime<Utc>, tz: Tz) -> DateTime<Utc> {
    weekday_hours_later(hired_at, TimeDelta::hours(CANCELLATION_HOURS), tz)
}

/// Whether the driver can still cancel the hire. At the deadline itself, the window is closed.
pub fn is_open(hired_at: DateTime<Utc>, tz: Tz, now: DateTime<Utc>) -> bool {
    now < cancel_deadline(hired_at, tz)
}
