//! The hours and days of the business (docs/PRODUCT.md#business-time-zone).

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc, Weekday};
use chrono_tz::Tz;

/// Where the business keeps its hours.
pub const BUSINESS_ZONE: Tz = Tz::America__New_York;

/// So many hours later, of which those on a Saturday or Sunday do not count. Hours are real ones: a clock change at the weekend moves
/// nothing.
pub fn weekday_hours_later(from: DateTime<Utc>, hours: TimeDelta, tz: Tz) -> DateTime<Utc> {
    let (mut at, mut left) = (from, hours);
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

/// The first moment of a day. Where clocks jump over midnight that is the first quarter of an hour there is.
pub fn start_of(day: NaiveDate, tz: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    (0..96)
        .find_map(|quarter| tz.from_local_datetime(&(midnight + TimeDelta::minutes(15 * quarter))).earliest())
        .map_or_else(|| midnight.and_utc(), |start| start.to_utc())
}
