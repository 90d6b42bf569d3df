//! Reports of missing tickets.

use chrono::{DateTime, Utc};
use domain::requests::report::{MissingTicketReport, ReportStatus, TicketReportType};
use domain::shared::ids::{ReportId, UserId};
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;

use crate::shared::store_error::StoreResult;

/// A report to be recorded, in status Pending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReport {
    /// Who misses a ticket.
    pub user_id: UserId,
    /// State that issued it.
    pub state: UsState,
    /// What kind of ticket.
    pub ticket_type: TicketReportType,
    /// Now.
    pub reported_at: DateTime<Utc>,
}

/// Missing-ticket reports in the database.
pub trait Reports {
    /// Records a report.
    fn insert_report(&mut self, report: &NewReport) -> StoreResult<MissingTicketReport>;
    /// A driver's pending report of the same kind in the same state.
    fn pending_report_like(&mut self, report: &NewReport) -> StoreResult<Option<MissingTicketReport>>;
    /// How many reports of a driver are pending.
    fn count_pending_reports(&mut self, user: UserId) -> StoreResult<i64>;
    /// A report, held until the transaction ends.
    fn lock_report(&mut self, id: ReportId) -> StoreResult<Option<MissingTicketReport>>;
    /// Sets the status, and what was found.
    fn set_report_status(
        &mut self,
        id: ReportId,
        status: ReportStatus,
        found: Option<Payable>,
    ) -> StoreResult<Option<MissingTicketReport>>;
}
