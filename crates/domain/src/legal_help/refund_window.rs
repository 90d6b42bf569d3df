//! The refund window of a lawyer hire: "24-hour cancellation for a full refund (excluding weekends)"
//! (docs/PRODUCT.md#cancelling-a-hire).

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc, Weekday};
use chrono_tz::Tz;

/// Where the business keeps its hours.
pub const BUSINESS_ZONE: Tz = Tz::America__New_York;
/// Hours of Monday to Friday in which a hire can be called off.
pub const WINDOW: TimeDelta = TimeDelta::hours(24);

/// Until when a hire can be called off: 24 hours later, of which those on a Saturday or Sunday in the business time zone do
/// not count. Wednesday 18:00 lasts to Thursday 18:00, Friday 18:00 to Monday 18:00, Saturday and Sunday to the end of
/// Monday. Hours are real ones: a clock change at the weekend moves nothing, one on a weekday would not shorten the window.
pub fn cancel_until(hired_at: DateTime<Utc>, tz: Tz) -> DateTime<Utc> {
    let (mut at, mut left) = (hired_at, WINDOW);
    loop {
        let day = at.with_timezone(&tz).date_naive();
        let Some(next_day) = day.checked_add_days(Days::new(1)) else { return at };
        let day_ends = start_of(next_day, tz);
        if !matches!(day.weekday(), Weekday::Sat | Weekday::Sun) {
            let rest_of_day = day_ends.signed_duration_since(at);
            if left <= rest_of_day {
                return at.checked_add_signed(left).unwrap_or(at);
            }
            left -= rest_of_day;
        }
        at = day_ends;
    }
}

/// Whether a hire can still be called off: until that moment, which itself is too late.
pub fn is_open(hired_at: DateTime<Utc>, tz: Tz, now: DateTime<Utc>) -> bool {
    now < cancel_until(hired_at, tz)
}

/// The first moment of a day. Where clocks jump over midnight that is the first quarter of an hour there is.
pub fn start_of(day: NaiveDate, tz: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    (0..96)
        .find_map(|quarter| tz.from_local_datetime(&(midnight + TimeDelta::minutes(15 * quarter))).earliest())
        .map_or_else(|| midnight.and_utc(), |start| start.to_utc())
}
