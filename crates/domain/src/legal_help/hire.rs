//! Lawyer hires (docs/product/legal-help.md#hires).

use chrono::{DateTime, Utc};

use crate::accounts::account::ClosingObstacle;
use crate::accounts::user::Role;
use crate::legal_help::case::handling::HireCase;
use crate::payments::refund::RefundProgress;
use crate::shared::ids::{HireId, PaymentId, TicketId, UserId};
use crate::shared::money::Money;
use crate::shared::stored_words::{IllegalMove, stored_words};

/// The label of a lawyer hire, which staff may set in any order. The step of the hire's case
/// is a separate value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HireStatus {
    /// The driver paid, but no lawyer has started working on the ticket.
    Pending,
    /// A lawyer is working on the ticket.
    InProgress,
    /// Staff contacted the driver. In a case that Lanewise offers to lawyers, the lawyer filed an appearance, and the
    /// court has neither decided nor deferred its decision.
    Contacted,
    /// The lawyer's work is done. In a case that Lanewise offers to lawyers, the court decided
    /// or deferred its decision.
    Completed,
    /// The driver or staff canceled the hire, or the case ended without a decision.
    Cancelled,
}

/// How staff or the lawyer should contact the driver about a hire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContactMethod {
    /// Call the driver by phone.
    Phone,
    /// Write to the driver by email.
    Email,
    /// Contact the driver by phone or email.
    Both,
}

/// A driver's hire of a lawyer for one ticket. The hire exists once the driver has paid the lawyer's price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawyerHire {
    /// Id of the hire, which is also part of the receipt number.
    pub id: HireId,
    /// The driver who hired the lawyer.
    pub user_id: UserId,
    /// The ticket that the lawyer was hired for; `None` if the ticket was deleted.
    pub ticket_id: Option<TicketId>,
    /// The payment for the hire; `None` if unknown.
    pub payment_id: Option<PaymentId>,
    /// The ticket's violation type when the lawyer was hired; `None` if unknown.
    pub violation_type: Option<String>,
    /// Amount that the driver paid: the lawyer's price.
    pub amount: Money,
    /// Contact method: `phone`, `email` or `phone, email`; `None` until the driver chooses.
    pub contact_method: Option<String>,
    /// Phone number, email address, or both separated by a comma, as the chosen method requires; `None` until
    /// the driver enters it.
    pub contact_value: Option<String>,
    /// Confirmation number: `CONF-` and ten characters.
    pub confirmation_number: String,
    /// Status of the lawyer's work.
    pub status: HireStatus,
    /// The parts of the hire's case that lists show.
    pub case: HireCase,
    /// Progress of the newest refund of the price; `None` if there is none. The refund of an overpayment doesn't
    /// count, because that refund doesn't affect the hire.
    pub refund: Option<RefundProgress>,
    /// Amount of the price's refunds, whether or not they arrived. Withdrawn refunds don't count.
    pub refund_amount: Money,
    /// Whether the ticket was paid. Paying the ticket ends the lawyer's work.
    pub is_ticket_paid: bool,
    /// Whether staff have marked the hire as seen.
    pub is_seen_by_admin: bool,
    /// Whether staff marked the hire as solved in their queue.
    pub is_solved: bool,
    /// When the card was charged.
    pub created_at: DateTime<Utc>,
    /// When the hire was recorded. The cancellation window starts at this time, because the driver couldn't
    /// cancel the hire earlier.
    pub recorded_at: DateTime<Utc>,
}

impl LawyerHire {
    /// Whether the hire was canceled and has a refund, in progress or done. Staff can't reopen such a hire.
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
    /// Whether this label means that the lawyer's work isn't finished. Staff can set any label, so the case's step, not
    /// this label, decides whether the case is open.
    pub const fn is_open(self) -> bool {
        match self {
            Self::Pending | Self::InProgress | Self::Contacted => true,
            Self::Completed | Self::Cancelled => false,
        }
    }

    /// Whether a user with this role may make this status change. Staff may set any other status, in any order
    /// (docs/product/legal-help.md#hires). A driver can only cancel a hire that isn't canceled yet;
    /// [`crate::legal_help::cancellation_window::cancel_deadline`] returns the deadline.
    pub fn can_become(self, new_status: Self, role: Role) -> bool {
        match role {
            Role::Admin => self != new_status,
            Role::Driver => self != new_status && new_status == Self::Cancelled,
            // Lawyers don't set the status directly. They record steps of the case, which set the status.
            Role::Lawyer => false,
        }
    }

    /// Returns the new status, or an error if a user with this role may not make this status change.
    pub fn change_to(self, new_status: Self, role: Role) -> Result<Self, IllegalMove> {
        if self.can_become(new_status, role) {
            Ok(new_status)
        } else {
            Err(IllegalMove { from: self.as_str(), to: new_status.as_str() })
        }
    }
}

impl LawyerHire {
    /// Returns the obstacle to closing the driver's account. The caller must check that the hire's case is open.
    pub fn obstacle_to_closing(&self) -> ClosingObstacle {
        ClosingObstacle::HireAtWork(self.confirmation_number.clone())
    }
}
