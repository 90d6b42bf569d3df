//! What every CSV file has: a byte order mark, so that spreadsheets read it as UTF-8, and headers that name the zone of its times.

use domain::shared::business_time::BUSINESS_ZONE;

/// What a file begins with.
pub const BOM: &str = "\u{feff}";

/// Columns of times whose names don't end in `At`.
const TIMES: [&str; 3] = ["timestamp", "evidenceDueBy", "cancelUntil"];

/// A column's header: times are written in UTC.
pub fn header(column: &str) -> String {
    let is_time = column.ends_with("At") || TIMES.contains(&column);
    if is_time { format!("{column} (UTC)") } else { column.to_owned() }
}

/// The header of a column of days or months of the business time zone.
pub fn business_day(column: &str) -> String {
    format!("{column} ({})", BUSINESS_ZONE.name())
}

/// A writer of a whole file.
pub fn writer() -> csv::Writer<Vec<u8>> {
    csv::Writer::from_writer(BOM.as_bytes().to_vec())
}
