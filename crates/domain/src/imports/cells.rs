//! Parsing of an imported file's cells, in the formats that Americans, cities and spreadsheet programs use.

use chrono::{NaiveDate, NaiveTime};

use crate::driving_record::calendar::parse_time;

const DATES: &[&str] = &["%Y-%m-%d", "%m/%d/%Y", "%Y/%m/%d", "%m-%d-%Y"];
/// Formats of dates with eight digits. Years start with 19 or 20, which is never a month, so a date matches
/// only one of the formats.
const DIGIT_DATES: &[&str] = &["%Y%m%d", "%m%d%Y"];
/// Formats of a time of day. Some cities write `02:10A`, which is completed to `02:10AM` before parsing.
/// Programs write times with seconds, on a 12-hour or 24-hour clock.
const TIMES: &[&str] = &["%I:%M%p", "%I%M%p", "%I:%M %p", "%I:%M:%S %p", "%H:%M:%S", "%H:%M:%S%.f"];

/// Error message for a date that can't be parsed.
pub(super) const HOW_DATES_ARE: &str = "Enter a date as MM/DD/YYYY or YYYY-MM-DD.";

/// Parses a date and ignores a time of day after the date.
pub(super) fn parse_day(text: &str) -> Option<NaiveDate> {
    let day = text.split([' ', 'T']).next().unwrap_or(text);
    let is_digits = day.len() == 8 && day.bytes().all(|byte| byte.is_ascii_digit());
    let forms = if is_digits { DIGIT_DATES } else { DATES };
    forms.iter().find_map(|form| NaiveDate::parse_from_str(day, form).ok())
}

/// Parses a time of day, and formats it as `2:10 AM`. A time without AM or PM is accepted only if it has
/// seconds, or if a 12-hour clock can't show its hour.
pub(super) fn normalize_time_of_day(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_uppercase();
    let whole = if text.ends_with(['A', 'P']) { format!("{text}M") } else { text };
    let by_form = || TIMES.iter().find_map(|form| NaiveTime::parse_from_str(&whole, form).ok());
    let time = parse_time(&whole).or_else(by_form)?;
    Some(time.format("%-I:%M %p").to_string())
}

/// Returns the time of day that follows the day in a date's cell. A time that could be AM or PM stays as
/// written, such as `09:05`. Returns `None` if no valid time follows, and for midnight, because spreadsheets
/// write midnight after every day.
pub(super) fn time_after_day(text: &str) -> Option<String> {
    let (_, time) = text.trim().split_once([' ', 'T'])?;
    let time = time.trim_end_matches('Z');
    let as_written = || NaiveTime::parse_from_str(time, "%H:%M").ok().map(|_| time.to_owned());
    normalize_time_of_day(time)
        .or_else(as_written)
        .filter(|time| !["12:00 AM", "00:00", "0:00"].contains(&time.as_str()))
}

/// Builds a parking ticket's location from the city's columns: precinct, county and time of day. `None` if
/// the row has neither a precinct nor a county.
pub(super) fn format_location(
    precinct: Option<&str>,
    county: Option<&str>,
    time: Option<&str>,
) -> Option<String> {
    let precinct = precinct.map(|text| text.trim_start_matches('0')).filter(|text| !text.is_empty());
    let precinct = precinct.map(|number| format!("Precinct {number}"));
    let where_it_was: Vec<String> =
        precinct.into_iter().chain(county.map(|county| borough_name(county).to_owned())).collect();
    if where_it_was.is_empty() {
        return None;
    }
    let time = time.map(|text| normalize_time_of_day(text).unwrap_or_else(|| text.to_owned()));
    let place = where_it_was.join(", ");
    Some(time.map_or_else(|| place.clone(), |time| format!("{place}, {time}")))
}

/// Translates New York City's county codes to boroughs. Returns other counties as written.
fn borough_name(county: &str) -> &str {
    match county.to_ascii_uppercase().as_str() {
        "BX" | "BRONX" => "Bronx",
        "K" | "BK" | "KINGS" => "Brooklyn",
        "NY" | "MN" | "NEW Y" => "Manhattan",
        "Q" | "QN" | "QNS" | "QUEEN" => "Queens",
        "R" | "ST" | "RICH" => "Staten Island",
        _ => county,
    }
}

/// Normalizes a column's header for comparison: lower case, only letters and digits.
pub(super) fn normalize_header(header: &str) -> String {
    header.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}
