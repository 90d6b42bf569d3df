//! Formats calendar entries as an iCalendar file (RFC 5545).

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use chrono_tz::Tz;
use domain::driving_record::calendar::Appointment;
use domain::driving_record::court_zone::observances;
use domain::shared::text::is_unprintable;
use icalendar::{Alarm, Calendar, CalendarDateTime, Component, Event, EventLike, Trigger};

/// Time from the alarm to the start of an entry, if the entry has a time of day.
const BEFORE_A_TIME: TimeDelta = TimeDelta::hours(24);
/// Time from the alarm to the start of an all-day entry. The alarm is at 9 a.m. on the day before.
const BEFORE_A_DAY: TimeDelta = TimeDelta::hours(15);
/// Name of the program that wrote the file, which RFC 5545 requires.
const PRODUCT: &str = "-//Lanewise//Driving record//EN";
/// Length of the calendar entry of a court appearance with a time of day.
const IN_COURT: TimeDelta = TimeDelta::hours(1);

/// Returns the content of the calendar file. `link` is the URL of the page that shows the due items. `now` is
/// the creation time of all entries.
pub fn format_calendar(entries: &[Appointment], link: &str, now: DateTime<Utc>) -> String {
    let mut calendar = Calendar::empty();
    for property in [("VERSION", "2.0"), ("PRODID", PRODUCT), ("CALSCALE", "GREGORIAN")] {
        calendar.append_property(property);
    }
    for entry in entries {
        calendar.push(calendar_event(entry, link, now));
    }
    insert_zones(&calendar.to_string(), entries)
}

/// Inserts the time zones of `entries` into a calendar file, before its first entry, because the
/// iCalendar library can't write time zones.
fn insert_zones(file: &str, entries: &[Appointment]) -> String {
    const FIRST_ENTRY: &str = "BEGIN:VEVENT";
    let mut years: BTreeMap<&str, (Tz, i32, i32)> = BTreeMap::new();
    for (day, zone) in entries.iter().filter_map(|entry| Some((entry.day, entry.time?.1))) {
        let (_, first, last) = years.entry(zone.name()).or_insert((zone, day.year(), day.year()));
        (*first, *last) = ((*first).min(day.year()), (*last).max(day.year()));
    }
    let zones: String =
        years.into_values().map(|(zone, first, last)| format_time_zone(zone, first, last)).collect();
    file.replacen(FIRST_ENTRY, &format!("{zones}{FIRST_ENTRY}"), 1)
}

/// Returns a zone's `VTIMEZONE` component for the years from `first_year` to `last_year` (RFC 5545, section 3.6.5).
fn format_time_zone(zone: Tz, first_year: i32, last_year: i32) -> String {
    let mut lines = vec!["BEGIN:VTIMEZONE".to_owned(), format!("TZID:{}", zone.name())];
    for one in observances(zone, first_year, last_year) {
        let kind = if one.is_daylight { "DAYLIGHT" } else { "STANDARD" };
        lines.extend([
            format!("BEGIN:{kind}"),
            format!("DTSTART:{}", one.starts.format("%Y%m%dT%H%M%S")),
            format!("TZOFFSETFROM:{}", format_utc_offset(one.offset_before)),
            format!("TZOFFSETTO:{}", format_utc_offset(one.offset)),
            format!("TZNAME:{}", one.name),
            format!("END:{kind}"),
        ]);
    }
    lines.push("END:VTIMEZONE".to_owned());
    lines.into_iter().map(|line| line + "\r\n").collect()
}

/// Formats an offset from UTC, such as `+0530` or `-0800`.
fn format_utc_offset(seconds: i32) -> String {
    let (sign, minutes) = (if seconds < 0 { '-' } else { '+' }, seconds.abs() / 60);
    format!("{sign}{:02}{:02}", minutes / 60, minutes % 60)
}

/// Converts an appointment to a calendar event with a reminder. `link` is its URL, and `now` its creation time.
fn calendar_event(entry: &Appointment, link: &str, now: DateTime<Utc>) -> Event {
    let title = to_single_line(&entry.title);
    let mut event = Event::with_uid(&entry.uid);
    event.timestamp(now).summary(&title).description(&to_single_line(&entry.notes.join(" · ")));
    event.url(link);
    if let Some(place) = &entry.place {
        event.location(&to_single_line(place));
    }
    let before = match entry.time {
        Some((time, zone)) => {
            let starts = entry.day.and_time(time);
            let in_zone =
                |date_time| CalendarDateTime::WithTimezone { date_time, tzid: zone.name().to_owned() };
            event.starts(in_zone(starts)).ends(in_zone(starts + IN_COURT));
            BEFORE_A_TIME
        }
        None => {
            // A calendar event with a start day and no end lasts one day.
            event.starts(entry.day);
            BEFORE_A_DAY
        }
    };
    let mut alarm = Alarm::display(&title, Trigger::before_start(before));
    alarm.uid(&format!("alarm-{}", entry.uid)).timestamp(now);
    event.alarm(alarm);
    event.done()
}

/// Replaces line breaks and unprintable characters with spaces.
fn to_single_line(text: &str) -> String {
    text.chars().map(|c| if is_unprintable(c) || c.is_whitespace() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, NaiveDate, NaiveTime};
    use chrono_tz::Tz;
    use domain::driving_record::calendar::Appointment;

    use super::format_calendar;

    /// Returns an appointment in court at 13:30 on `day`.
    fn court_appointment(day: &str, zone: Tz) -> Appointment {
        Appointment {
            uid: format!("{day}@lanewise"),
            title: "Court: Speeding".to_owned(),
            day: day.parse::<NaiveDate>().unwrap(),
            time: Some(("13:30:00".parse::<NaiveTime>().unwrap(), zone)),
            place: None,
            notes: vec![],
        }
    }

    /// Returns the lines of a calendar file with these appointments.
    fn lines(entries: &[Appointment]) -> Vec<String> {
        format_calendar(entries, "https://x.test/due", DateTime::UNIX_EPOCH)
            .split("\r\n")
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn a_calendar_entry_with_a_court_time_names_a_defined_time_zone() {
        let lines = lines(&[
            court_appointment("2026-12-08", Tz::America__Chicago),
            court_appointment("2026-07-08", Tz::America__Chicago),
        ]);
        let count = |line: &str| lines.iter().filter(|found| *found == line).count();
        assert_eq!(count("DTSTART;TZID=America/Chicago:20261208T133000"), 1, "{lines:#?}");
        assert_eq!(count("DTEND;TZID=America/Chicago:20261208T143000"), 1);
        assert_eq!(count("DTSTART;TZID=America/Chicago:20260708T133000"), 1);
        assert_eq!((count("BEGIN:VTIMEZONE"), count("TZID:America/Chicago")), (1, 1));
        // The zone's periods start on January 1 and on the two days on which the clocks change.
        for start in ["DTSTART:20260101T000000", "DTSTART:20260308T020000", "DTSTART:20261101T020000"] {
            assert_eq!(count(start), 1, "{start}: {lines:#?}");
        }
        assert_eq!((count("TZOFFSETFROM:-0600"), count("TZOFFSETTO:-0600")), (2, 2));
        assert_eq!((count("TZOFFSETTO:-0500"), count("TZNAME:CDT"), count("TZNAME:CST")), (1, 1, 2));
        let place = |line: &str| lines.iter().position(|found| found == line).unwrap();
        assert!(place("END:VTIMEZONE") < place("BEGIN:VEVENT"), "{lines:#?}");
    }

    #[test]
    fn a_calendar_file_defines_each_time_zone_once() {
        let lines = lines(&[
            court_appointment("2026-12-08", Tz::America__Phoenix),
            court_appointment("2026-12-09", Tz::Pacific__Guam),
        ]);
        let count = |line: &str| lines.iter().filter(|found| *found == line).count();
        assert_eq!((count("BEGIN:VTIMEZONE"), count("BEGIN:STANDARD"), count("BEGIN:DAYLIGHT")), (2, 2, 0));
        assert_eq!((count("TZOFFSETTO:-0700"), count("TZOFFSETTO:+1000")), (1, 1));
    }

    #[test]
    fn a_calendar_file_without_times_defines_no_time_zone() {
        let day = Appointment { time: None, ..court_appointment("2026-12-08", Tz::America__Chicago) };
        assert!(!lines(&[day]).iter().any(|line| line.contains("TZ")));
    }
}
