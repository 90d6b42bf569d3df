//! Reports of missing tickets (docs/product/requests.md#missing-ticket-reports).

use chrono::{DateTime, Utc};

use crate::shared::ids::{ReportId, UserId};
use crate::shared::payable::Payable;
use crate::shared::stored_words::stored_words;
use crate::shared::us_state::UsState;

/// Type of the missing ticket: the four options that the driver can choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TicketReportType {
    /// A traffic ticket of any other type.
    Traffic,
    /// A red light ticket.
    RedLight,
    /// A ticket for speeding.
    Speeding,
    /// A ticket for parking.
    Parking,
}

stored_words!(TicketReportType {
    Traffic => "Traffic ticket",
    RedLight => "Red light ticket",
    Speeding => "Speeding ticket",
    Parking => "Parking ticket",
});

/// Result of staff's search for the ticket. Staff can change it to any other result at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReportStatus {
    /// Staff haven't answered yet.
    Pending,
    /// The ticket was found.
    Found,
    /// Staff found no such ticket.
    NotFound,
}

stored_words!(ReportStatus { Pending => "Pending", Found => "Found", NotFound => "Not Found", });

impl ReportStatus {
    /// Returns `item`, the item that staff named in the report, if the status
    /// is `Found`; otherwise `None`.
    pub fn item_if_found(self, item: Option<Payable>) -> Option<Payable> {
        item.filter(|_| self == Self::Found)
    }

    /// Whether the back office counts the report as "Resolved": every report
    /// that isn't pending (docs/product/requests.md#report-statuses).
    pub fn is_resolved(self) -> bool {
        self != Self::Pending
    }
}

/// Maximum number of pending reports per driver.
pub const MAX_PENDING: i64 = 20;

/// A report that a ticket is missing from a driver's profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingTicketReport {
    /// Id of the report in Lanewise.
    pub id: ReportId,
    /// The driver whose ticket is missing.
    pub user_id: UserId,
    /// State that issued the ticket.
    pub state: UsState,
    /// Type of the ticket.
    pub ticket_type: TicketReportType,
    /// When the missing ticket was reported, by the driver or by staff for the driver.
    pub reported_at: DateTime<Utc>,
    /// Result of the search so far.
    pub status: ReportStatus,
    /// Whether staff have seen the report. Lanewise never sets this to `true`, so it's `false` for every new report.
    pub is_seen_by_admin: bool,
    /// Whether staff marked the report as solved in their queue.
    pub is_solved: bool,
    /// The item that staff found, never `Lawyer`; `None` if staff named none.
    pub found: Option<Payable>,
}
