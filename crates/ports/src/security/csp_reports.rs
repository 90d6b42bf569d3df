//! Counts of browsers' reports about content that the Content-Security-Policy blocked.

use chrono::NaiveDate;
use domain::security::csp_report::CspReport;

use crate::shared::store_error::StoreResult;

/// Number of reports about a source in a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CspCount {
    /// Name of the directive, as stored.
    pub directive: String,
    /// The blocked host, or a keyword for a source without a host.
    pub host: String,
    /// Number of reports in the period.
    pub reports: i64,
    /// The last day with a report.
    pub last_day: NaiveDate,
}

/// Counts of reports: one row for each day, directive and host.
pub trait CspReports {
    /// Locks the counts until the transaction ends, so that no other transaction adds to them.
    fn lock_csp_reports(&mut self) -> StoreResult<()>;
    /// Returns the number of rows for this day.
    fn count_csp_rows(&mut self, day: NaiveDate) -> StoreResult<i64>;
    /// Whether the day has a row for this directive and host.
    fn has_csp_row(&mut self, day: NaiveDate, report: &CspReport) -> StoreResult<bool>;
    /// Adds this number of reports to the row of this day, directive and host, creating it if needed.
    fn add_csp_reports(&mut self, day: NaiveDate, report: &CspReport, reports: i64) -> StoreResult<()>;
    /// Returns the number of reports for each directive and host since this day, the largest numbers
    /// first, at most `limit`.
    fn csp_counts(&mut self, since: NaiveDate, limit: i64) -> StoreResult<Vec<CspCount>>;
}
