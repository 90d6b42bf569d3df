//! The refund window of a lawyer hire: "24-hour cancellation for a full refund (excluding weekends)"
//! (docs/PRODUCT.md#cancelling-a-hire).

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::shared::business_time::weekday_hours_later;

/// Hours of Monday to Friday in which a hire can be called off.
pub const WINDOW: TimeDelta = TimeDelta::hours(24);

/// Until when a hire can be called off: 24 hours later, of which those on a Saturday or Sunday in the business time zone do
/// not count. Wednesday 18:00 lasts to Thursday 18:00, Friday 18:00 to Monday 18:00, Saturday and Sunday to the end of
/// Monday. Hours are real ones: a clock change at the weekend moves nothing, one on a weekday would not shorten the window.
pub fn cancel_until(hired_at: DateTime<Utc>, tz: Tz) -> DateTime<Utc> {
    weekday_hours_later(hired_at, WINDOW, tz)
}

/// Whether a hire can still be called off: until that moment, which itself is too late.
pub fn is_open(hired_at: DateTime<Utc>, tz: Tz, now: DateTime<Utc>) -> bool {
    now < cancel_until(hired_at, tz)
}
