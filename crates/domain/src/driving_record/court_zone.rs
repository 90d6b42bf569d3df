//! Time zones of courts (docs/product/driving-record.md#calendar).

use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime, Offset, TimeDelta, TimeZone};
use chrono_tz::{OffsetComponents, OffsetName, Tz};

use crate::shared::us_state::UsState;

/// Returns the time zone of most of a state.
pub const fn default_zone(state: UsState) -> Tz {
    use UsState as S;
    match state {
        S::Connecticut
        | S::Delaware
        | S::DistrictOfColumbia
        | S::Florida
        | S::Georgia
        | S::Kentucky
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
        S::Indiana => Tz::America__Indiana__Indianapolis,
        S::Michigan => Tz::America__Detroit,
        S::Alabama
        | S::Arkansas
        | S::Illinois
        | S::Iowa
        | S::Kansas
        | S::Louisiana
        | S::Minnesota
        | S::Mississippi
        | S::Missouri
        | S::Nebraska
        | S::NorthDakota
        | S::Oklahoma
        | S::SouthDakota
        | S::Tennessee
        | S::Texas
        | S::Wisconsin => Tz::America__Chicago,
        S::Colorado | S::Montana | S::NewMexico | S::Utah | S::Wyoming => Tz::America__Denver,
        S::Idaho => Tz::America__Boise,
        S::Arizona => Tz::America__Phoenix,
        S::California | S::Nevada | S::Oregon | S::Washington => Tz::America__Los_Angeles,
        S::Alaska => Tz::America__Anchorage,
        S::Hawaii => Tz::Pacific__Honolulu,
        S::PuertoRico | S::UsVirginIslands => Tz::America__Puerto_Rico,
        S::Guam | S::NorthernMarianaIslands => Tz::Pacific__Guam,
        S::AmericanSamoa => Tz::Pacific__Pago_Pago,
    }
}

/// A period with one offset from UTC, as in a `VTIMEZONE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observance {
    /// Start, in local time with the offset before it.
    pub starts: NaiveDateTime,
    /// Offset from UTC before, in seconds.
    pub offset_before: i32,
    /// Offset from UTC since then, in seconds.
    pub offset: i32,
    /// Daylight saving time.
    pub is_daylight: bool,
    /// Such as `EST`.
    pub name: String,
}

struct ZoneOffset {
    offset: i32,
    is_daylight: bool,
    name: String,
}

fn at(zone: Tz, utc: NaiveDateTime) -> ZoneOffset {
    let offset = zone.offset_from_utc_datetime(&utc);
    ZoneOffset {
        offset: offset.fix().local_minus_utc(),
        is_daylight: !offset.dst_offset().is_zero(),
        name: offset.abbreviation().unwrap_or_default().to_owned(),
    }
}

fn observance(zone: Tz, utc: NaiveDateTime, offset_before: i32) -> Observance {
    let ZoneOffset { offset, is_daylight, name } = at(zone, utc);
    let starts = utc + TimeDelta::seconds(i64::from(offset_before));
    Observance { starts, offset_before, offset, is_daylight, name }
}

/// Returns a zone's observances from January 1 of the first year to the end of the last.
pub fn observances(zone: Tz, first_year: i32, last_year: i32) -> Vec<Observance> {
    let (Some(first), Some(end)) =
        (NaiveDate::from_ymd_opt(first_year, 1, 1), NaiveDate::from_ymd_opt(last_year + 1, 1, 1))
    else {
        return vec![];
    };
    let mut before = at(zone, first.and_time(NaiveTime::MIN)).offset;
    let mut all = vec![observance(
        zone,
        first.and_time(NaiveTime::MIN) - TimeDelta::seconds(i64::from(before)),
        before,
    )];
    for day in first.iter_days().take_while(|day| *day <= end) {
        let (start, Some(next)) = (day.and_time(NaiveTime::MIN), day.checked_add_days(Days::new(1))) else {
            break;
        };
        if at(zone, next.and_time(NaiveTime::MIN)).offset == before {
            continue;
        }
        let changed = (1..=24 * 60)
            .map(|minute| start + TimeDelta::minutes(minute))
            .find(|moment| at(zone, *moment).offset != before);
        if let Some(moment) = changed {
            let found = observance(zone, moment, before);
            before = found.offset;
            all.push(found);
        }
    }
    all
}
