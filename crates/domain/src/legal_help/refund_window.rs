//! The refund window of a lawyer hire: "24-hour cancellation for a full refund (excluding weekends)"
//! (docs/product/legal-help.md#cancelling-a-hire).

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::shared::business_time::weekday_hours_later;

/// Time within which a hire can be canceled. Hours on a Saturday or Sunday are not counted.
pub const WINDOW: TimeDelta = TimeDelta::hours(24);

/// Returns the deadline for canceling: 24 hours later, not counting Saturdays and Sundays in the business time zone.
/// Wednesday 18:00 lasts to Thursday 18:00, Friday 18:00 to Monday 18:00, Saturday and Sunday to the end of Monday.
/// Hours are elapsed time, so a daylight saving change doesn't shorten the window.
pub fn cancel_deadline(hired_at: DateTime<Utc>, tz: Tz) -> DateTime<Utc> {
    weekday_hours_later(hired_at, WINDOW, tz)
}

/// Whether a hire can still be canceled. At the deadline itself it can't.
pub fn is_open(hired_at: DateTime<Utc>, tz: Tz, now: DateTime<Utc>) -> bool {
    now < cancel_deadline(hired_at, tz)
}
