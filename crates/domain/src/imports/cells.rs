//! Parsing of a file's cells, as people in the USA, cities and programs write them.

use chrono::{NaiveDate, NaiveTime};

const DATES: &[&str] = &["%Y-%m-%d", "%m/%d/%Y", "%Y/%m/%d", "%m-%d-%Y"];
/// For cells with a missing letter, as a city writes them: `02:10A` is parsed as `02:10AM`.
const TIMES: &[&str] = &["%I:%M%p", "%I%M%p", "%I:%M %p", "%H:%M", "%H:%M:%S"];

/// Error message for dates.
pub(super) const HOW_DATES_ARE: &str = "Enter a date as MM/DD/YYYY or YYYY-MM-DD.";

/// Parses a date, ignoring a time after it.
pub(super) fn day(text: &str) -> Option<NaiveDate> {
    let day = text.split([' ', 'T']).next().unwrap_or(text);
    DATES.iter().find_map(|form| NaiveDate::parse_from_str(day, form).ok())
}

/// Formats a time of day for people, such as `2:10 AM`; `None` if it can't be parsed.
pub(super) fn time_of_day(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_uppercase();
    let whole = if text.ends_with(['A', 'P']) { format!("{text}M") } else { text };
    let time = TIMES.iter().find_map(|form| NaiveTime::parse_from_str(&whole, form).ok())?;
    Some(time.format("%-I:%M %p").to_string())
}

/// Builds a parking ticket's location from the city's columns: precinct, county and time of day.
pub(super) fn place(precinct: Option<&str>, county: Option<&str>, time: Option<&str>) -> Option<String> {
    let precinct = precinct.map(|text| text.trim_start_matches('0')).filter(|text| !text.is_empty());
    let precinct = precinct.map(|number| format!("Precinct {number}"));
    let where_it_was: Vec<String> =
        precinct.into_iter().chain(county.map(|county| borough(county).to_owned())).collect();
    if where_it_was.is_empty() {
        return None;
    }
    let time = time.map(|text| time_of_day(text).unwrap_or_else(|| text.to_owned()));
    let place = where_it_was.join(", ");
    Some(time.map_or_else(|| place.clone(), |time| format!("{place}, {time}")))
}

/// Translates New York City's county codes to boroughs. Other counties stay as written.
fn borough(county: &str) -> &str {
    match county.to_ascii_uppercase().as_str() {
        "BX" | "BRONX" => "Bronx",
        "K" | "BK" | "KINGS" => "Brooklyn",
        "NY" | "MN" | "NEW Y" => "Manhattan",
        "Q" | "QN" | "QNS" | "QUEEN" => "Queens",
        "R" | "ST" | "RICH" => "Staten Island",
        _ => county,
    }
}

/// Normalizes a header for comparison: lower case, only letters and digits.
pub(super) fn plain(header: &str) -> String {
    header.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}
