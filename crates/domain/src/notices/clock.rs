//! The hours at which Lanewise may send messages to drivers, in the time zone of each driver's state.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Offset, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

use crate::driving_record::court_zone::{default_zone, other_zone};
use crate::notices::notice::{Channel, NoticeKind};
use crate::shared::us_state::UsState;

/// Hour of the day at which Lanewise stops sending messages until the next morning, so as not to disturb
/// drivers. Codes, and emails about changes, are sent at any hour.
pub const LAST_HOUR: u32 = 20;
/// Hour of the day from which Lanewise sends news, and texts about changes.
pub const FIRST_HOUR: u32 = 9;

/// The two time zones of a state's drivers. In a state with only one zone, both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The western zone, where it is earlier in the day. Lanewise sends a message only when the message's
    /// hour has come in this zone.
    pub west: Tz,
    /// The eastern zone, where it is later in the day. Lanewise stops sending messages at [`LAST_HOUR`] in this zone.
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

/// Returns the time zones of a state's drivers. For drivers without a state, who may be in any of the 48
/// contiguous states, the zones are Pacific and Eastern.
pub fn clocks_of(state: Option<UsState>) -> Clocks {
    let Some(state) = state else {
        return Clocks { west: Tz::America__Los_Angeles, east: Tz::America__New_York };
    };
    let usual = default_zone(state);
    let other = other_zone(state).unwrap_or(usual);
    // Compares the zones in July, because Arizona's two zones have the same time in winter.
    let july = NaiveDate::from_ymd_opt(2026, 7, 1).unwrap_or_default().and_time(NaiveTime::MIN);
    let offset = |zone: Tz| zone.offset_from_utc_datetime(&july).fix().local_minus_utc();
    if offset(usual) <= offset(other) {
        Clocks { west: usual, east: other }
    } else {
        Clocks { west: other, east: usual }
    }
}

/// Returns the time zone that decides which day it is for a state's drivers. In a state with two zones, this
/// is the western zone.
pub fn zone_of(state: Option<UsState>) -> Tz {
    clocks_of(state).west
}

/// A group of drivers who get messages at the same times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriverGroup {
    /// The time zones of the group's drivers.
    pub clocks: Clocks,
    /// The states of the group's drivers.
    pub states: Vec<UsState>,
    /// Whether drivers without a state are in this group.
    pub has_stateless: bool,
}

/// Groups the states, and drivers without a state, by the result of [`clocks_of`].
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

/// Returns the date at this time in a time zone.
pub fn day_of(now: DateTime<Utc>, zone: Tz) -> NaiveDate {
    now.with_timezone(&zone).date_naive()
}

/// Returns the hour of the day from which Lanewise sends messages of this kind.
pub const fn hour_of(kind: NoticeKind) -> u32 {
    match kind {
        NoticeKind::CourtDay => 7,
        NoticeKind::Reminder => 10,
        NoticeKind::News | NoticeKind::Change => FIRST_HOUR,
        NoticeKind::Code => 0,
    }
}

/// Returns the time at which an hour of a day starts in a time zone. If a clock change skips the
/// hour, returns the next existing time. If a clock change repeats the hour, returns the earlier
/// of the two times.
pub fn local_time(day: NaiveDate, hour: u32, zone: Tz) -> DateTime<Utc> {
    let wanted = day.and_time(NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or(NaiveTime::MIN));
    (0..96)
        .find_map(|quarter| zone.from_local_datetime(&(wanted + TimeDelta::minutes(15 * quarter))).earliest())
        .map_or_else(|| wanted.and_utc(), |found| found.to_utc())
}

/// Whether the current time is within the [`sending_period`] of `day`, the day that the message is planned
/// for. Codes may be sent at any time, because a driver is waiting for them.
pub fn is_send_time(kind: NoticeKind, day: NaiveDate, now: DateTime<Utc>, clocks: Clocks) -> bool {
    let (from, until) = sending_period(kind, day, clocks);
    kind == NoticeKind::Code || (from <= now && now < until)
}

/// Whether Lanewise may send a message now. Notices about changes may be sent on any day, as emails at any
/// hour and as texts in the daytime. For other messages, see [`is_send_time`].
pub fn may_send(
    (channel, kind): (Channel, NoticeKind),
    day: NaiveDate,
    now: DateTime<Utc>,
    clocks: Clocks,
) -> bool {
    match (kind, channel) {
        (NoticeKind::Change, Channel::Mail) => true,
        (NoticeKind::Change, Channel::Text) => is_send_time(kind, day_of(now, clocks.west), now, clocks),
        (NoticeKind::Code | NoticeKind::Reminder | NoticeKind::CourtDay | NoticeKind::News, _) => {
            is_send_time(kind, day, now, clocks)
        }
    }
}

/// Returns the earliest and the latest time for sending a message of this kind on this day.
pub fn sending_period(kind: NoticeKind, day: NaiveDate, clocks: Clocks) -> (DateTime<Utc>, DateTime<Utc>) {
    (local_time(day, hour_of(kind), clocks.west), local_time(day, LAST_HOUR, clocks.east))
}

/// Returns the date that is this many days later; `None` if there is no such date.
pub fn days_after(day: NaiveDate, days: u64) -> Option<NaiveDate> {
    day.checked_add_days(Days::new(days))
}
