//! The hours at which messages to drivers may be sent, in the time zone of each driver's state.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Offset, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

use crate::driving_record::court_zone::{default_zone, other_zone};
use crate::notices::notice::{Channel, NoticeKind};
use crate::shared::us_state::UsState;

/// Hour of the evening from which no message is sent, so that drivers aren't disturbed.
pub const LAST_HOUR: u32 = 20;
/// Hour of the morning from which news is sent.
pub const FIRST_HOUR: u32 = 9;

/// The earliest and the latest clock of a state's drivers. They differ in a state with two time zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The zone where it is earlier in the day: it decides from when messages are sent.
    pub west: Tz,
    /// The zone where it is later in the day: it decides until when messages are sent.
    pub east: Tz,
}

impl Clocks {
    /// Returns the zone's name, or the names of both zones.
    pub fn name(&self) -> String {
        if self.west == self.east {
            return self.west.name().to_owned();
        }
        format!("{} to {}", self.west.name(), self.east.name())
    }
}

/// Returns the clocks of a state's drivers. Drivers without a state may be in any of the 48 contiguous states.
pub fn clocks_of(state: Option<UsState>) -> Clocks {
    let Some(state) = state else {
        return Clocks { west: Tz::America__Los_Angeles, east: Tz::America__New_York };
    };
    let usual = default_zone(state);
    let other = other_zone(state).unwrap_or(usual);
    // In July the zones of each of these states differ. In winter the Navajo Nation and the rest of
    // Arizona have the same time.
    let july = NaiveDate::from_ymd_opt(2026, 7, 1).unwrap_or_default().and_time(NaiveTime::MIN);
    let offset = |zone: Tz| zone.offset_from_utc_datetime(&july).fix().local_minus_utc();
    if offset(usual) <= offset(other) {
        Clocks { west: usual, east: other }
    } else {
        Clocks { west: other, east: usual }
    }
}

/// Returns the time zone that decides which day it is for a state's drivers: the western one of two.
pub fn zone_of(state: Option<UsState>) -> Tz {
    clocks_of(state).west
}

/// Drivers who get messages at the same times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriverGroup {
    /// The clocks of these drivers.
    pub clocks: Clocks,
    /// The states of these drivers.
    pub states: Vec<UsState>,
    /// Whether drivers without a state are in this group.
    pub has_stateless: bool,
}

/// Returns every pair of clocks that [`clocks_of`] uses, with its drivers.
pub fn groups_by_clocks() -> Vec<DriverGroup> {
    let mut groups = vec![DriverGroup { clocks: clocks_of(None), states: vec![], has_stateless: true }];
    for state in UsState::ALL {
        let clocks = clocks_of(Some(state));
        match groups.iter_mut().find(|group| group.clocks == clocks) {
            Some(group) => group.states.push(state),
            None => groups.push(DriverGroup { clocks, states: vec![state], has_stateless: false }),
        }
    }
    groups
}

/// The current date in the time zone.
pub fn day_of(now: DateTime<Utc>, zone: Tz) -> NaiveDate {
    now.with_timezone(&zone).date_naive()
}

/// Hour of the day from which messages of this kind are sent.
pub const fn hour_of(kind: NoticeKind) -> u32 {
    match kind {
        NoticeKind::CourtDay => 7,
        NoticeKind::Reminder => 10,
        NoticeKind::News | NoticeKind::Change => FIRST_HOUR,
        NoticeKind::Code => 0,
    }
}

/// Returns the time of an hour on a day in a time zone. An hour skipped by a clock change is the next existing time; a
/// repeated hour is the first one.
pub fn local_time(day: NaiveDate, hour: u32, zone: Tz) -> DateTime<Utc> {
    let wanted = day.and_time(NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or(NaiveTime::MIN));
    (0..96)
        .find_map(|quarter| zone.from_local_datetime(&(wanted + TimeDelta::minutes(15 * quarter))).earliest())
        .map_or_else(|| wanted.and_utc(), |found| found.to_utc())
}

/// Whether a message of this kind may be sent now: on its day, after its hour, and before the
/// evening, by both clocks. Codes may be sent at any time, because a driver is waiting for them.
pub fn is_send_time(kind: NoticeKind, day: NaiveDate, now: DateTime<Utc>, clocks: Clocks) -> bool {
    let (from, until) = sending_period(kind, day, clocks);
    kind == NoticeKind::Code || (from <= now && now < until)
}

/// Whether a message may be sent now. Notices about changes may be sent on any day: emails at any
/// hour, texts in the daytime.
pub fn may_send(
    (channel, kind): (Channel, NoticeKind),
    day: NaiveDate,
    now: DateTime<Utc>,
    clocks: Clocks,
) -> bool {
    match (kind, channel) {
        (NoticeKind::Change, Channel::Mail) => true,
        (NoticeKind::Change, Channel::Text) => is_send_time(kind, day_of(now, clocks.west), now, clocks),
        _ => is_send_time(kind, day, now, clocks),
    }
}

/// Returns the earliest and the latest time for sending a message of this kind on this day.
pub fn sending_period(kind: NoticeKind, day: NaiveDate, clocks: Clocks) -> (DateTime<Utc>, DateTime<Utc>) {
    (local_time(day, hour_of(kind), clocks.west), local_time(day, LAST_HOUR, clocks.east))
}

/// The date that is this many days later.
pub fn after(day: NaiveDate, days: u64) -> Option<NaiveDate> {
    day.checked_add_days(Days::new(days))
}
