//! Lawyer hires (docs/PRODUCT.md#hires).

use chrono::{DateTime, Utc};

use crate::accounts::account::Obstacle;
use crate::accounts::user::Role;
use crate::payments::refund::RefundProgress;
use crate::shared::ids::{HireId, PaymentId, TicketId, UserId};
use crate::shared::money::Money;
use crate::shared::words::{IllegalMove, stored_words};

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

/// How the driver is reached about a hire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContactMethod {
    /// By phone.
    Phone,
    /// By e-mail.
    Email,
    /// By either.
    Both,
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
    /// Where its refund stands, once there is one.
    pub refund: Option<RefundProgress>,
    /// The ticket is paid: a guilty plea, which ends the lawyer's work.
    pub is_ticket_paid: bool,
    /// Seen in the back office.
    pub is_seen_by_admin: bool,
    /// Dealt with in the back office.
    pub is_solved: bool,
    /// When the card was charged.
    pub created_at: DateTime<Utc>,
    /// When it was recorded. The refund window starts here: before, the driver had no hire to cancel.
    pub recorded_at: DateTime<Utc>,
}

impl LawyerHire {
    /// Called off, with its money on the way back or there: nothing brings such a hire back.
    pub fn is_refunded(&self) -> bool {
        self.status == HireStatus::Cancelled && self.refund.is_some()
    }
}

stored_words!(ContactMethod { Phone => "phone", Email => "email", Both => "phone, email", });

stored_words!(HireStatus {
    Pending => "Pending",
    InProgress => "In Progress",
    Contacted => "Contacted",
    Completed => "Completed",
    Cancelled => "Cancelled",
});

impl HireStatus {
    /// A driver's moves: calling a hire off, whatever staff have done with it so far; the time for it is
    /// [`crate::legal_help::refund_window::cancel_until`]. What is cancelled stays so.
    pub const DRIVER_MOVES: &[(Self, Self)] = &[
        (Self::Pending, Self::Cancelled),
        (Self::InProgress, Self::Cancelled),
        (Self::Contacted, Self::Cancelled),
        (Self::Completed, Self::Cancelled),
    ];

    /// Whether a lawyer is at work on the ticket.
    pub const fn is_at_work(self) -> bool {
        match self {
            Self::Pending | Self::InProgress | Self::Contacted => true,
            Self::Completed | Self::Cancelled => false,
        }
    }

    /// Whether this user may make the move. Staff may set any other value in any order
    /// (docs/PRODUCT.md#hires).
    pub fn can_become(self, to: Self, by: Role) -> bool {
        match by {
            Role::Admin => self != to,
            Role::Driver => Self::DRIVER_MOVES.contains(&(self, to)),
        }
    }

    /// The new status, or the move that this user may not make.
    pub fn become_(self, to: Self, by: Role) -> Result<Self, IllegalMove> {
        if self.can_become(to, by) {
            Ok(to)
        } else {
            Err(IllegalMove { from: self.as_str(), to: to.as_str() })
        }
    }
}

impl LawyerHire {
    /// What it has against closing its driver's account: a lawyer at work.
    pub fn obstacle_to_closing(&self) -> Option<Obstacle> {
        self.status.is_at_work().then(|| Obstacle::HireAtWork(self.confirmation_number.clone()))
    }
}
