//! Time zones of courts (docs/product/driving-record.md#calendar).

use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime, Offset, TimeDelta, TimeZone};
use chrono_tz::{OffsetComponents, OffsetName, Tz};

use crate::shared::us_state::UsState;

/// Returns a state's default time zone, which most of the state uses.
pub const fn default_zone(state: UsState) -> Tz {
    zones_of(state).0
}

/// Returns a state's second time zone; `None` if the state has only one.
pub const fn other_zone(state: UsState) -> Option<Tz> {
    zones_of(state).1
}

/// Parses the IANA name of a time zone; `None` if no state has this zone.
pub fn parse(name: &str) -> Option<Tz> {
    let known = |state| [Some(default_zone(state)), other_zone(state)];
    UsState::ALL.into_iter().flat_map(known).flatten().find(|zone| zone.name() == name.trim())
}

/// Returns the default time zone of a state, and its second time zone if it has two.
const fn zones_of(state: UsState) -> (Tz, Option<Tz>) {
    use UsState as S;
    match state {
        S::Florida | S::Kentucky => (Tz::America__New_York, Some(Tz::America__Chicago)),
        S::Indiana => (Tz::America__Indiana__Indianapolis, Some(Tz::America__Chicago)),
        S::Michigan => (Tz::America__Detroit, Some(Tz::America__Chicago)),
        S::Tennessee => (Tz::America__Chicago, Some(Tz::America__New_York)),
        S::Kansas | S::Nebraska | S::NorthDakota | S::SouthDakota | S::Texas => {
            (Tz::America__Chicago, Some(Tz::America__Denver))
        }
        S::Idaho => (Tz::America__Boise, Some(Tz::America__Los_Angeles)),
        // The Navajo Nation, in Arizona, has daylight saving time; the rest of Arizona doesn't.
        S::Arizona => (Tz::America__Phoenix, Some(Tz::America__Denver)),
        S::Nevada => (Tz::America__Los_Angeles, Some(Tz::America__Denver)),
        S::Oregon => (Tz::America__Los_Angeles, Some(Tz::America__Boise)),
        S::Alaska => (Tz::America__Anchorage, Some(Tz::America__Adak)),
        S::Alabama
        | S::Arkansas
        | S::Illinois
        | S::Iowa
        | S::Louisiana
        | S::Minnesota
        | S::Mississippi
        | S::Missouri
        | S::Oklahoma
        | S::Wisconsin => (Tz::America__Chicago, None),
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
        | S::WestVirginia => (Tz::America__New_York, None),
        S::Colorado | S::Montana | S::NewMexico | S::Utah | S::Wyoming => (Tz::America__Denver, None),
        S::California | S::Washington => (Tz::America__Los_Angeles, None),
        S::Hawaii => (Tz::Pacific__Honolulu, None),
        S::PuertoRico | S::UsVirginIslands => (Tz::America__Puerto_Rico, None),
        S::Guam | S::NorthernMarianaIslands => (Tz::Pacific__Guam, None),
        S::AmericanSamoa => (Tz::Pacific__Pago_Pago, None),
    }
}

/// A period with one offset from UTC, as the `VTIMEZONE` of a calendar file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observance {
    /// Start of the period, in the local time that was valid just before it.
    pub starts: NaiveDateTime,
    /// Offset from UTC before the start, in seconds.
    pub offset_before: i32,
    /// Offset from UTC during the period, in seconds.
    pub offset: i32,
    /// Whether the period is daylight saving time.
    pub is_daylight: bool,
    /// Abbreviation of the zone in this period, such as `EST`.
    pub name: String,
}

struct ZoneOffset {
    offset: i32,
    is_daylight: bool,
    name: String,
}

/// Returns a time zone's offset from UTC at the time `utc`.
fn offset_at(zone: Tz, utc: NaiveDateTime) -> ZoneOffset {
    let offset = zone.offset_from_utc_datetime(&utc);
    ZoneOffset {
        offset: offset.fix().local_minus_utc(),
        is_daylight: !offset.dst_offset().is_zero(),
        name: offset.abbreviation().unwrap_or_default().to_owned(),
    }
}

/// Returns the observance that starts at the time `utc`. `offset_before` is the offset until then, in seconds.
fn observance(zone: Tz, utc: NaiveDateTime, offset_before: i32) -> Observance {
    let ZoneOffset { offset, is_daylight, name } = offset_at(zone, utc);
    let starts = utc + TimeDelta::seconds(i64::from(offset_before));
    Observance { starts, offset_before, offset, is_daylight, name }
}

/// Returns a time zone's observances from January 1 of the first year to the end of the last year.
pub fn observances(zone: Tz, first_year: i32, last_year: i32) -> Vec<Observance> {
    let (Some(first), Some(end)) =
        (NaiveDate::from_ymd_opt(first_year, 1, 1), NaiveDate::from_ymd_opt(last_year + 1, 1, 1))
    else {
        return vec![];
    };
    let mut before = offset_at(zone, first.and_time(NaiveTime::MIN)).offset;
    let mut all = vec![observance(
        zone,
        first.and_time(NaiveTime::MIN) - TimeDelta::seconds(i64::from(before)),
        before,
    )];
    for day in first.iter_days().take_while(|day| *day <= end) {
        let (start, Some(next)) = (day.and_time(NaiveTime::MIN), day.checked_add_days(Days::new(1))) else {
            break;
        };
        if offset_at(zone, next.and_time(NaiveTime::MIN)).offset == before {
            continue;
        }
        let changed = (1..=24 * 60)
            .map(|minute| start + TimeDelta::minutes(minute))
            .find(|moment| offset_at(zone, *moment).offset != before);
        if let Some(moment) = changed {
            let found = observance(zone, moment, before);
            before = found.offset;
            all.push(found);
        }
    }
    all
}
