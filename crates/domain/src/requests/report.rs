//! Reports of missing tickets (docs/PRODUCT.md#missing-ticket-reports).

use chrono::{DateTime, Utc};

use crate::shared::ids::{ReportId, UserId};
use crate::shared::payable::Payable;
use crate::shared::us_state::UsState;
use crate::shared::words::stored_words;

/// What kind of ticket is missing: the four texts of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TicketReportType {
    /// A traffic ticket.
    Traffic,
    /// A red light ticket.
    RedLight,
    /// A speeding ticket.
    Speeding,
    /// A parking ticket.
    Parking,
}

stored_words!(TicketReportType {
    Traffic => "Traffic ticket",
    RedLight => "Red light ticket",
    Speeding => "Speeding ticket",
    Parking => "Parking ticket",
});

/// Where the search stands. Staff set it freely among the three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReportStatus {
    /// Nobody has answered yet.
    Pending,
    /// The ticket was found.
    Found,
    /// There is no such ticket.
    NotFound,
}

stored_words!(ReportStatus { Pending => "Pending", Found => "Found", NotFound => "Not Found", });

impl ReportStatus {
    /// What a report of this status came to: only one that is found has an item.
    pub fn finding(self, item: Option<Payable>) -> Option<Payable> {
        item.filter(|_| self == Self::Found)
    }

    /// Counted as "Resolved" in the back office: every report that is not pending (docs/PRODUCT.md#report-statuses).
    pub fn is_resolved(self) -> bool {
        self != Self::Pending
    }
}

/// Reports of one driver that staff look into at a time.
pub const MOST_PENDING: i64 = 20;

/// A driver misses a ticket in the profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingTicketReport {
    /// Identifier.
    pub id: ReportId,
    /// Who misses it.
    pub user_id: UserId,
    /// State that issued it.
    pub state: UsState,
    /// What kind of ticket.
    pub ticket_type: TicketReportType,
    /// Reported at.
    pub reported_at: DateTime<Utc>,
    /// Status.
    pub status: ReportStatus,
    /// Seen in the back office.
    pub is_seen_by_admin: bool,
    /// Dealt with in the back office.
    pub is_solved: bool,
    /// The item that it came to: never a lawyer.
    pub found: Option<Payable>,
}
