//! Missing-ticket reports in the database.

use chrono::{DateTime, Utc};
use domain::requests::report::{MissingTicketReport, ReportStatus, TicketReportType};
use domain::shared::ids::{ReportId, UserId};
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;

use crate::shared::store_error::StoreResult;

/// A new report to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReport {
    /// The driver whose ticket is missing.
    pub user_id: UserId,
    /// State that issued the ticket.
    pub state: UsState,
    /// Type of the ticket.
    pub ticket_type: TicketReportType,
    /// When the missing ticket is reported, by the driver or by staff for the driver.
    pub reported_at: DateTime<Utc>,
}

/// Missing-ticket reports in the database.
pub trait Reports {
    /// Stores a report with the status `Pending` and returns it.
    fn insert_report(&mut self, report: &NewReport) -> StoreResult<MissingTicketReport>;
    /// Returns the newest pending report of the same driver, ticket type and state as `report`.
    fn same_pending_report(&mut self, report: &NewReport) -> StoreResult<Option<MissingTicketReport>>;
    /// Counts a driver's pending reports.
    fn count_pending_reports(&mut self, user: UserId) -> StoreResult<i64>;
    /// Locks a report until the transaction ends.
    fn lock_report(&mut self, id: ReportId) -> StoreResult<Option<MissingTicketReport>>;
    /// Stores the status of a report, and the item that staff found. Marks the report as unsolved if it is pending,
    /// and as solved otherwise. Returns `None` if the report doesn't exist.
    fn set_report_status(
        &mut self,
        id: ReportId,
        status: ReportStatus,
        found_item: Option<Payable>,
    ) -> StoreResult<Option<MissingTicketReport>>;
}
