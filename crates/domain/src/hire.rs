//! Lawyer hires (both specifications, sections 3 and 4).

use chrono::{DateTime, Utc};

use crate::ids::{HireId, PaymentId, TicketId, UserId};
use crate::money::Money;

/// Status of a lawyer hire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HireStatus {
    /// Paid, nobody has picked it up yet.
    Pending,
    /// A lawyer works on it.
    InProgress,
    /// The driver has been contacted.
    Contacted,
    /// Done.
    Completed,
    /// Called off.
    Cancelled,
}

/// A lawyer hire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawyerHire {
    /// Identifier.
    pub id: HireId,
    /// Who hired.
    pub user_id: UserId,
    /// For which ticket.
    pub ticket_id: Option<TicketId>,
    /// The payment behind it.
    pub payment_id: Option<PaymentId>,
    /// The ticket's violation at the time.
    pub violation_type: Option<String>,
    /// What was paid.
    pub amount: Money,
    /// `phone`, `email` or both, once given.
    pub contact_method: Option<String>,
    /// The number and the address that go with it.
    pub contact_value: Option<String>,
    /// `CONF-` and ten characters.
    pub confirmation_number: String,
    /// Status.
    pub status: HireStatus,
    /// Seen in the back office.
    pub is_seen_by_admin: bool,
    /// Dealt with in the back office.
    pub is_solved: bool,
    /// Hired at; the refund window starts here.
    pub created_at: DateTime<Utc>,
}
