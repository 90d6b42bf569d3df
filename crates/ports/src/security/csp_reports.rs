//! Counts of what browsers report as blocked by the Content-Security-Policy.

use chrono::NaiveDate;
use domain::security::csp_report::CspReport;

use crate::shared::store_error::StoreResult;

/// How often a source was reported, over some days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CspCount {
    /// The directive's name; stored by the release of its time.
    pub directive: String,
    /// The blocked host, or a word for a source without a host.
    pub host: String,
    /// Number of reports.
    pub reports: i64,
    /// The last day with a report.
    pub last_day: NaiveDate,
}

/// The counts, one row for each day, directive and host.
pub trait CspReports {
    /// Makes other transactions wait that add to the counts.
    fn lock_csp_reports(&mut self) -> StoreResult<()>;
    /// Number of rows of a day.
    fn csp_rows(&mut self, day: NaiveDate) -> StoreResult<i64>;
    /// Whether the day has a row for this directive and host.
    fn has_csp_row(&mut self, day: NaiveDate, report: &CspReport) -> StoreResult<bool>;
    /// Adds to the row of this day, directive and host, or makes it.
    fn add_csp_reports(&mut self, day: NaiveDate, report: &CspReport, reports: i64) -> StoreResult<()>;
    /// Counts since a day, the most reported first.
    fn csp_counts(&mut self, since: NaiveDate, most: i64) -> StoreResult<Vec<CspCount>>;
}
