//! The words of every status and kind, and the table of legal moves of each
//! status whose moves are restricted. A status that is missing here may be set freely by staff.

use crate::accounts::user::{LicenseStatus, Role};
use crate::driving_record::ticket::{ChargeStatus, FeeType, TicketCategory, TicketStatus};
use crate::legal_help::hire::HireStatus;
use crate::payments::payment::{PaymentStatus, TransactionStatus};
use crate::shared::words::{IllegalMove, stored_words};

stored_words!(Role { Driver => "driver", Admin => "admin", });
stored_words!(LicenseStatus { Unknown => "unknown", Active => "active", Suspended => "suspended", });
stored_words!(TicketCategory { Traffic => "traffic", Parking => "parking", Speeding => "speeding", Other => "other", });
stored_words!(TicketStatus { Fine => "Fine", Warning => "Warning", CourtRequired => "Court Required", });
stored_words!(ChargeStatus { Unpaid => "Unpaid", Paid => "Paid", Overdue => "Overdue", });
stored_words!(FeeType { Flat => "flat", Percentage => "percentage", });
stored_words!(HireStatus {
    Pending => "Pending",
    InProgress => "In Progress",
    Contacted => "Contacted",
    Completed => "Completed",
    Cancelled => "Cancelled",
});
stored_words!(TransactionStatus { Completed => "Completed", Refunded => "Refunded", });
stored_words!(PaymentStatus {
    Creating => "creating",
    TimedOut => "timed_out",
    Open => "open",
    Cancelled => "cancelled",
    Settled => "settled",
    RefundDue => "refund_due",
    RefundPending => "refund_pending",
    Refunded => "refunded",
});

/// Gives a status `can_become` and `become_` over its `MOVES`.
macro_rules! moves {
    ($name:ident) => {
        impl $name {
            /// Whether the table has this move. Staying the same is never a move.
            pub fn can_become(self, to: Self) -> bool {
                Self::MOVES.contains(&(self, to))
            }

            /// The new status, or the move that is not in the table.
            pub fn become_(self, to: Self) -> Result<Self, crate::shared::words::IllegalMove> {
                if self.can_become(to) {
                    Ok(to)
                } else {
                    Err(crate::shared::words::IllegalMove { from: self.as_str(), to: to.as_str() })
                }
            }
        }
    };
}

pub(crate) use moves;

impl PaymentStatus {
    /// Every legal move of a payment, and what makes it (docs/PRODUCT.md#payment-statuses).
    pub const MOVES: &[(Self, Self)] = &[
        // The create call got no answer in time, an intent, or a refusal.
        (Self::Creating, Self::TimedOut),
        (Self::Creating, Self::Open),
        (Self::Creating, Self::Cancelled),
        // The webhook overtook the create call's answer: the money is in before we had noted the intent.
        (Self::Creating, Self::Settled),
        (Self::Creating, Self::RefundDue),
        // The retry with the same key, or the reconciliation job, found out what had happened.
        (Self::TimedOut, Self::Open),
        (Self::TimedOut, Self::Cancelled),
        (Self::TimedOut, Self::Settled),
        (Self::TimedOut, Self::RefundDue),
        // The driver paid, or gave up; or paid for what had been paid otherwise.
        (Self::Open, Self::Cancelled),
        (Self::Open, Self::Settled),
        (Self::Open, Self::RefundDue),
        // Given up at our side, and the money came in all the same.
        (Self::Cancelled, Self::Settled),
        (Self::Cancelled, Self::RefundDue),
        // A hire was called off in its window, or staff refund; the last one when the provider says so by itself.
        (Self::Settled, Self::RefundDue),
        (Self::Settled, Self::RefundPending),
        (Self::Settled, Self::Refunded),
        // The refund was asked for; or the provider carried it out at once.
        (Self::RefundDue, Self::RefundPending),
        (Self::RefundDue, Self::Refunded),
        // It arrived; or it failed and has to be asked for again.
        (Self::RefundPending, Self::Refunded),
        (Self::RefundPending, Self::RefundDue),
        // A bank may send it back days after it had arrived.
        (Self::Refunded, Self::RefundDue),
    ];

    /// Whether nothing can follow.
    pub fn is_final(self) -> bool {
        !Self::MOVES.iter().any(|(from, _)| *from == self)
    }
}

impl TransactionStatus {
    /// What is in the books can be paid back, once.
    pub const MOVES: &[(Self, Self)] = &[(Self::Completed, Self::Refunded)];
}

moves!(PaymentStatus);
moves!(TransactionStatus);

impl HireStatus {
    /// A driver's moves: calling a hire off, whatever staff have done with it so far; the time for it is
    /// [`crate::legal_help::refund_window::cancel_until`]. What is cancelled stays so.
    pub const DRIVER_MOVES: &[(Self, Self)] = &[
        (Self::Pending, Self::Cancelled),
        (Self::InProgress, Self::Cancelled),
        (Self::Contacted, Self::Cancelled),
        (Self::Completed, Self::Cancelled),
    ];

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
