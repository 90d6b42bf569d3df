//! Writes calendar entries as an iCalendar file (RFC 5545).

use chrono::{DateTime, TimeDelta, Utc};
use domain::driving_record::calendar::Appointment;
use domain::shared::text::is_unprintable;
use icalendar::{Alarm, Calendar, Component, Event, EventLike, Trigger};

/// Alarms: 24 hours before a time of day. For an all-day entry, at 9 a.m. the day before, while the driver
/// can still act.
const BEFORE_A_TIME: TimeDelta = TimeDelta::hours(24);
const BEFORE_A_DAY: TimeDelta = TimeDelta::hours(15);
/// The program that wrote the file, as RFC 5545 requires.
const PRODUCT: &str = "-//Lanewise//Driving record//EN";
/// How long a court appearance blocks the calendar.
const IN_COURT: TimeDelta = TimeDelta::hours(1);

/// Writes the file. Times have no time zone, so the calendar shows them in the local time of its device, like
/// the court's letter. `link` is the page where the driver sees what is due.
pub fn file(entries: &[Appointment], link: &str, now: DateTime<Utc>) -> String {
    let mut calendar = Calendar::empty();
    for property in [("VERSION", "2.0"), ("PRODID", PRODUCT), ("CALSCALE", "GREGORIAN")] {
        calendar.append_property(property);
    }
    for entry in entries {
        calendar.push(event(entry, link, now));
    }
    calendar.to_string()
}

fn event(entry: &Appointment, link: &str, now: DateTime<Utc>) -> Event {
    let title = line(&entry.title);
    let mut event = Event::with_uid(&entry.uid);
    event.timestamp(now).summary(&title).description(&line(&entry.notes.join(" · ")));
    event.url(link);
    if let Some(place) = &entry.place {
        event.location(&line(place));
    }
    let before = match entry.time {
        Some(time) => {
            let starts = entry.day.and_time(time);
            event.starts(starts).ends(starts + IN_COURT);
            BEFORE_A_TIME
        }
        None => {
            // Without an end, the event lasts that one day.
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
fn line(text: &str) -> String {
    text.chars().map(|c| if is_unprintable(c) || c.is_whitespace() { ' ' } else { c }).collect()
}
