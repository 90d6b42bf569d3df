//! When it is day at a driver's, and at which moment something is told.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Timelike, Utc};
use chrono_tz::Tz;

use crate::notices::notice::NoticeKind;
use crate::shared::us_state::UsState;

/// Of a driver whose state is not known: ten o'clock there is still day in every other state.
pub const NO_STATE: Tz = Tz::America__Los_Angeles;

/// From this hour on nothing is told any more: the evening belongs to people.
pub const LAST_HOUR: u32 = 20;
/// News wait for this hour of the morning.
pub const FIRST_HOUR: u32 = 9;

/// The clock that a state's drivers are told by. Where a state has several it is the one that lags: when it is seven or ten there, it is
/// an hour later in the rest of the state, which is never night. The other way round it would be six in the west.
pub const fn zone_of(state: Option<UsState>) -> Tz {
    use UsState as S;
    let Some(state) = state else { return NO_STATE };
    match state {
        S::Connecticut
        | S::Delaware
        | S::Georgia
        | S::Maine
        | S::Maryland
        | S::Massachusetts
        | S::NewHampshire
        | S::NewJersey
        | S::NewYork
        | S::NorthCarolina
        | S::Ohio
        | S::Pennsylvania
        | S::RhodeIsland
        | S::SouthCarolina
        | S::Vermont
        | S::Virginia
        | S::WestVirginia => Tz::America__New_York,
        // Florida's panhandle, Indiana's corners, Kentucky's and Tennessee's west and four of Michigan's counties keep Central time.
        S::Alabama
        | S::Arkansas
        | S::Florida
        | S::Illinois
        | S::Indiana
        | S::Iowa
        | S::Kentucky
        | S::Louisiana
        | S::Michigan
        | S::Minnesota
        | S::Mississippi
        | S::Missouri
        | S::Oklahoma
        | S::Tennessee
        | S::Wisconsin => Tz::America__Chicago,
        // The west of these plains states, and El Paso, keeps Mountain time.
        S::Colorado
        | S::Kansas
        | S::Montana
        | S::Nebraska
        | S::NewMexico
        | S::NorthDakota
        | S::SouthDakota
        | S::Texas
        | S::Utah
        | S::Wyoming => Tz::America__Denver,
        // Its clocks stand still; those of the Navajo Nation go forward and are never behind.
        S::Arizona => Tz::America__Phoenix,
        // Idaho's north keeps Pacific time, as most of Oregon and Nevada do.
        S::California | S::Idaho | S::Nevada | S::Oregon | S::Washington => Tz::America__Los_Angeles,
        // The outer Aleutians are an hour behind Anchorage.
        S::Alaska => Tz::America__Adak,
        S::Hawaii => Tz::Pacific__Honolulu,
    }
}

/// Every clock, each with its states; those without a state are with [`NO_STATE`].
pub fn zones() -> Vec<(Tz, Vec<UsState>)> {
    let mut zones: Vec<(Tz, Vec<UsState>)> = vec![(NO_STATE, vec![])];
    for state in UsState::ALL {
        let zone = zone_of(Some(state));
        match zones.iter_mut().find(|(known, _)| *known == zone) {
            Some((_, states)) => states.push(state),
            None => zones.push((zone, vec![state])),
        }
    }
    zones
}

/// The day it is there.
pub fn day_of(now: DateTime<Utc>, zone: Tz) -> NaiveDate {
    now.with_timezone(&zone).date_naive()
}

/// The hour from which something of this kind is told.
pub const fn hour_of(kind: NoticeKind) -> u32 {
    match kind {
        NoticeKind::CourtDay => 7,
        NoticeKind::Reminder => 10,
        NoticeKind::News => FIRST_HOUR,
        NoticeKind::Code => 0,
    }
}

/// This hour of a day by a clock. An hour that the clock leaves out is the next there is, one that comes twice its first.
pub fn moment(day: NaiveDate, hour: u32, zone: Tz) -> DateTime<Utc> {
    let wanted = day.and_time(NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or(NaiveTime::MIN));
    (0..96)
        .find_map(|quarter| zone.from_local_datetime(&(wanted + TimeDelta::minutes(15 * quarter))).earliest())
        .map_or_else(|| wanted.and_utc(), |found| found.to_utc())
}

/// Whether something of this kind may be told at this moment: on its day, from its hour on, and before the evening. Codes always:
/// somebody waits for them.
pub fn may_tell(kind: NoticeKind, day: NaiveDate, now: DateTime<Utc>, zone: Tz) -> bool {
    if kind == NoticeKind::Code {
        return true;
    }
    let there = now.with_timezone(&zone);
    there.date_naive() == day && (hour_of(kind)..LAST_HOUR).contains(&there.hour())
}

/// From when to when a message of this day may go out.
pub fn span(kind: NoticeKind, day: NaiveDate, zone: Tz) -> (DateTime<Utc>, DateTime<Utc>) {
    (moment(day, hour_of(kind), zone), moment(day, LAST_HOUR, zone))
}

/// The day after so many.
pub fn after(day: NaiveDate, days: u64) -> Option<NaiveDate> {
    day.checked_add_days(Days::new(days))
}
