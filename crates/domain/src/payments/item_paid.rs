//! Whether an item is paid (docs/PRODUCT.md#when-an-item-is-paid): once paid it stays paid; a refund is told by the payment and the transaction.

use crate::shared::words::{moves, stored_words};

/// A ticket's, parking ticket's or toll's `isPaid`, as a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemPaid {
    /// Owed.
    Unpaid,
    /// Paid.
    Paid,
}

stored_words!(ItemPaid { Unpaid => "unpaid", Paid => "paid", });

impl ItemPaid {
    /// The one move: money came in, or staff marked it by hand.
    pub const MOVES: &[(Self, Self)] = &[(Self::Unpaid, Self::Paid)];

    /// From the stored flag.
    pub const fn from_flag(is_paid: bool) -> Self {
        if is_paid { Self::Paid } else { Self::Unpaid }
    }
}

moves!(ItemPaid);
