//! What the cells of a file say, as people in the USA, cities and machines write it.

use chrono::{NaiveDate, NaiveTime};

const DATES: &[&str] = &["%Y-%m-%d", "%m/%d/%Y", "%Y/%m/%d", "%m-%d-%Y"];
/// With the letter that a city leaves away: `02:10A` is read as `02:10AM`.
const TIMES: &[&str] = &["%I:%M%p", "%I%M%p", "%I:%M %p", "%H:%M", "%H:%M:%S"];

/// How a date may be written, for a person.
pub(super) const HOW_DATES_ARE: &str = "Enter a date as MM/DD/YYYY or YYYY-MM-DD.";

/// A day; what follows it is a time.
pub(super) fn day(text: &str) -> Option<NaiveDate> {
    let day = text.split([' ', 'T']).next().unwrap_or(text);
    DATES.iter().find_map(|form| NaiveDate::parse_from_str(day, form).ok())
}

/// A time of day as people read it, such as `2:10 AM`.
pub(super) fn time_of_day(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_uppercase();
    let whole = if text.ends_with(['A', 'P']) { format!("{text}M") } else { text };
    let time = TIMES.iter().find_map(|form| NaiveTime::parse_from_str(&whole, form).ok())?;
    Some(time.format("%-I:%M %p").to_string())
}

/// Where a summons was written: precinct and borough, as the city has them, and the time of day.
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

/// A county by the codes of New York City; any other as it is written.
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

/// A header as it is compared: lower case, without anything but letters and digits.
pub(super) fn plain(header: &str) -> String {
    header.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}
