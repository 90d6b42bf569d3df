//! Sample rows in the format of New York City's dataset.

use std::time::SystemTime;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Map, Value};

use crate::table::Row;

/// The plates and states of the sample rows.
pub const DEMO_PLATES: &[(&str, &str)] =
    &[("LNW4821", "TX"), ("NYC1203", "NY"), ("LNW2047", "NY"), ("D47LNW", "NJ")];

/// The values of a sample row, in the order of `NAMES` in [`samples`]. The issue date is the number
/// of days before today.
type Sample = [&'static str; 16];

#[rustfmt::skip]
const SAMPLES: &[Sample] = &[
    ["LNW4821", "TX", "8990217735", "19", "10:12A", "NO STANDING-DAY/TIME LIMITS", "115", "0", "0", "0", "0", "115", "014", "NY", "TRAFFIC", ""],
    ["LNW4821", "TX", "4031186020", "43", "05:26P", "PHTO SCHOOL ZN SPEED VIOLATION", "50", "25", "0", "0", "0", "75", "000", "QN", "DEPARTMENT OF TRANSPORTATION", ""],
    ["NYC1203", "NY", "9102746638", "35", "07:52A", "DOUBLE PARKING", "115", "10", "0", "0", "0", "125", "114", "Q", "TRAFFIC", ""],
    ["NYC1203", "NY", "9093318204", "82", "06:15P", "INSP. STICKER-EXPIRED/MISSING", "65", "30", "2.18", "0", "0", "97.18", "120", "R", "POLICE DEPARTMENT", ""],
    ["LNW2047", "NY", "8934410275", "26", "02:10P", "NO PARKING-STREET CLEANING", "65", "0", "0", "0", "0", "65", "013", "NY", "TRAFFIC", ""],
    ["LNW2047", "NY", "4027718366", "51", "09:41A", "PHTO SCHOOL ZN SPEED VIOLATION", "50", "25", "0", "0", "0", "75", "000", "BK", "DEPARTMENT OF TRANSPORTATION", ""],
    ["LNW2047", "NY", "8865203914", "162", "11:32A", "FIRE HYDRANT", "115", "30", "0", "0", "145", "0", "050", "BX", "TRAFFIC", "HEARING HELD-GUILTY"],
    ["D47LNW", "NJ", "8951170463", "24", "12:05A", "EXPIRED METER", "35", "0", "0", "0", "0", "35", "018", "NY", "TRAFFIC", ""],
    ["D47LNW", "NJ", "8951170475", "24", "08:44A", "NO STANDING-DAY/TIME LIMITS", "115", "0", "0", "115", "0", "0", "018", "NY", "TRAFFIC", "HEARING HELD-NOT GUILTY"],
];

/// Returns the date that was this many days ago, in the city's format.
fn day(days_ago: &str) -> String {
    let ago = days_ago.parse().map(TimeDelta::days).unwrap_or_default();
    (DateTime::<Utc>::from(SystemTime::now()) - ago).format("%m/%d/%Y").to_string()
}

/// Returns the sample rows, with issue dates that depend on today's date.
pub(crate) fn samples() -> impl Iterator<Item = Row> {
    const NAMES: [&str; 16] = [
        "plate",
        "state",
        "summons_number",
        "issue_date",
        "violation_time",
        "violation",
        "fine_amount",
        "penalty_amount",
        "interest_amount",
        "reduction_amount",
        "payment_amount",
        "amount_due",
        "precinct",
        "county",
        "issuing_agency",
        "violation_status",
    ];
    SAMPLES.iter().map(|sample| {
        // The API leaves blank cells out of a row.
        let cells = NAMES.iter().zip(sample).filter(|(_, text)| !text.is_empty());
        let cell = |(name, text): (&&str, &&str)| {
            let text = if *name == "issue_date" { day(text) } else { (*text).to_owned() };
            ((*name).to_owned(), text.into())
        };
        cells.map(cell).chain([("license_type".to_owned(), "PAS".into())]).collect()
    })
}

/// Returns a row for tests that resembles the samples, with this plate, state, citation number and amount due. The
/// amount is in dollars, such as `97.18`.
#[must_use]
pub fn row(plate: &str, state: &str, number: &str, due: &str) -> Map<String, Value> {
    let cells = [
        ("plate", plate),
        ("state", state),
        ("license_type", "PAS"),
        ("summons_number", number),
        ("issue_date", "10/12/2026"),
        ("violation_time", "07:38P"),
        ("violation", "NO STANDING-DAY/TIME LIMITS"),
        ("fine_amount", "115"),
        ("amount_due", due),
        ("precinct", "050"),
        ("county", "BX"),
        ("issuing_agency", "TRAFFIC"),
    ];
    cells.into_iter().map(|(name, text)| (name.to_owned(), text.into())).collect()
}
