//! The business time zone, and periods that don't count Saturdays and Sundays
//! (docs/product/everywhere.md#business-time-zone).

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc, Weekday};
use chrono_tz::Tz;

/// Time zone for today's date and for deadlines, unless the location of a court or a driver decides the time zone.
pub const BUSINESS_ZONE: Tz = Tz::America__New_York;

/// Returns the date at this time in the business time zone, which can be a Saturday or Sunday.
pub fn business_date(at: DateTime<Utc>) -> NaiveDate {
    at.with_timezone(&BUSINESS_ZONE).date_naive()
}

/// Returns the time that is `hours` later, not counting Saturdays and Sundays in the time zone. `hours` are elapsed
/// time, so the start and end of daylight saving time have no effect.
pub fn weekday_hours_later(start: DateTime<Utc>, hours: TimeDelta, tz: Tz) -> DateTime<Utc> {
    let (mut at, mut remaining) = (start, hours);
    loop {
        let day = at.with_timezone(&tz).date_naive();
        let Some(next_day) = day.checked_add_days(Days::new(1)) else { return at };
        let day_ends = start_of(next_day, tz);
        if !matches!(day.weekday(), Weekday::Sat | Weekday::Sun) {
            let rest_of_day = day_ends.signed_duration_since(at);
            if remaining <= rest_of_day {
                return at.checked_add_signed(remaining).unwrap_or(at);
            }
            remaining -= rest_of_day;
        }
        at = day_ends;
    }
}

/// Returns the start of a day in a time zone. That is midnight, or the first quarter hour after a clock
/// change that skips midnight.
pub fn start_of(day: NaiveDate, tz: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    (0..96)
        .find_map(|quarter| tz.from_local_datetime(&(midnight + TimeDelta::minutes(15 * quarter))).earliest())
        .map_or_else(|| midnight.and_utc(), |start| start.to_utc())
}
