//! Parts that the CSV files share: a byte order mark, so that spreadsheets read the file as UTF-8, and headers
//! that name the time zone of times.

use domain::shared::business_time::BUSINESS_ZONE;

/// The byte order mark that each CSV file starts with.
pub const BOM: &str = "\u{feff}";

/// Columns that contain times, although their names don't end in `At`.
const TIMES: [&str; 3] = ["timestamp", "evidenceDueBy", "cancelUntil"];

/// Returns a column's header. A column of times gets "UTC" in its header.
pub fn column_header(column: &str) -> String {
    let is_time = column.ends_with("At") || TIMES.contains(&column);
    if is_time { format!("{column} (UTC)") } else { column.to_owned() }
}

/// Returns the header of a column of days or months in the business time zone.
pub fn business_zone_header(column: &str) -> String {
    format!("{column} ({})", BUSINESS_ZONE.name())
}

/// Creates a writer that holds the whole CSV file in memory.
pub fn new_writer() -> csv::Writer<Vec<u8>> {
    csv::Writer::from_writer(BOM.as_bytes().to_vec())
}
