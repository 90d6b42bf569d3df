//! The refund window of a lawyer hire: "24-hour cancellation for a full refund (excluding weekends)"
//! (docs/product/legal-help.md#cancelling-a-hire).

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::shared::business_time::weekday_hours_later;

/// Time after the hire within which the driver can cancel it. Hours on a Saturday or Sunday don't count.
pub const WINDOW: TimeDelta = TimeDelta::hours(24);

/// Returns the deadline for canceling a hire: [`WINDOW`] after `hired_at`, not counting Saturdays and Sundays in
/// the time zone `tz`. For a hire on Wednesday at 18:00 the deadline is Thursday at 18:00, on Friday at 18:00 it is
/// Monday at 18:00, and on Saturday or Sunday it is the end of Monday. Hours are elapsed time, so a daylight saving
/// change doesn't shorten the window.
pub fn cancel_deadline(hired_at: DateTime<Utc>, tz: Tz) -> DateTime<Utc> {
    weekday_hours_later(hired_at, WINDOW, tz)
}

/// Whether the driver can still cancel a hire. At the deadline itself the driver can't.
pub fn is_open(hired_at: DateTime<Utc>, tz: Tz, now: DateTime<Utc>) -> bool {
    now < cancel_deadline(hired_at, tz)
}
