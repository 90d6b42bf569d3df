//! The hours at which messages to drivers may be sent, in the time zone of each driver's state.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Timelike, Utc};
use chrono_tz::Tz;

use crate::notices::notice::{Channel, NoticeKind};
use crate::shared::us_state::UsState;

/// Time zone for drivers whose state is unknown. When it is ten o'clock in Los Angeles, it is
/// daytime in all 50 states.
pub const NO_STATE: Tz = Tz::America__Los_Angeles;

/// Hour of the evening from which no message is sent, so that drivers aren't disturbed.
pub const LAST_HOUR: u32 = 20;
/// Hour of the morning from which news is sent.
pub const FIRST_HOUR: u32 = 9;

/// Returns the time zone that is used for a state's drivers. For a state with two zones, it is the zone whose
/// clock is behind. A message sent in daytime there arrives an hour later by the clock in the rest of the
/// state, which is still daytime. With the other zone, a message at seven would arrive at six in the rest of
/// the state.
pub const fn zone_of(state: Option<UsState>) -> Tz {
    use UsState as S;
    let Some(state) = state else { return NO_STATE };
    match state {
        S::Connecticut
        | S::Delaware
        | S::DistrictOfColumbia
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
        // Florida's panhandle, corners of Indiana, the west of Kentucky and Tennessee, and four counties of Michigan
        // are on Central time.
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
        // The west of these plains states, and El Paso, are on Mountain time.
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
        // Arizona has no daylight saving time, but the Navajo Nation does. So its clocks are never behind the
        // rest of Arizona.
        S::Arizona => Tz::America__Phoenix,
        // Northern Idaho and most of Oregon and Nevada are on Pacific time.
        S::California | S::Idaho | S::Nevada | S::Oregon | S::Washington => Tz::America__Los_Angeles,
        // The outer Aleutians are an hour behind Anchorage.
        S::Alaska => Tz::America__Adak,
        S::Hawaii => Tz::Pacific__Honolulu,
        S::PuertoRico | S::UsVirginIslands => Tz::America__Puerto_Rico,
        S::Guam | S::NorthernMarianaIslands => Tz::Pacific__Guam,
        S::AmericanSamoa => Tz::Pacific__Pago_Pago,
    }
}

/// Returns every time zone that [`zone_of`] uses, with its states. Drivers without a state belong
/// to [`NO_STATE`].
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
/// evening. Codes may be sent at any time, because a driver is waiting for them.
pub fn is_send_time(kind: NoticeKind, day: NaiveDate, now: DateTime<Utc>, zone: Tz) -> bool {
    if kind == NoticeKind::Code {
        return true;
    }
    let there = now.with_timezone(&zone);
    there.date_naive() == day && (hour_of(kind)..LAST_HOUR).contains(&there.hour())
}

/// Whether a message may be sent now. Notices about changes may be sent on any day: emails at any
/// hour, texts in the daytime.
pub fn may_send(
    (channel, kind): (Channel, NoticeKind),
    day: NaiveDate,
    now: DateTime<Utc>,
    zone: Tz,
) -> bool {
    match (kind, channel) {
        (NoticeKind::Change, Channel::Mail) => true,
        (NoticeKind::Change, Channel::Text) => is_send_time(kind, day_of(now, zone), now, zone),
        _ => is_send_time(kind, day, now, zone),
    }
}

/// Returns the earliest and the latest time for sending a message of this kind on this day.
pub fn sending_period(kind: NoticeKind, day: NaiveDate, zone: Tz) -> (DateTime<Utc>, DateTime<Utc>) {
    (local_time(day, hour_of(kind), zone), local_time(day, LAST_HOUR, zone))
}

/// The date that is this many days later.
pub fn after(day: NaiveDate, days: u64) -> Option<NaiveDate> {
    day.checked_add_days(Days::new(days))
}
