//! A driver was billed again for what they paid here (docs/PRODUCT.md#billed-again).

use chrono::TimeDelta;

use crate::shared::words::stored_words;

/// A driver opens at most so many within [`ASKED_WITHIN`]: more than one person gets of bills.
pub const MOST_ASKED: i64 = 5;
/// See [`MOST_ASKED`].
pub const ASKED_WITHIN: TimeDelta = TimeDelta::hours(24);
/// What staff write has at most this many characters.
pub const MAX_NOTE_CHARS: usize = 500;

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BilledOutcome {
    /// The authority has found and accepted the payment.
    Accepted,
    /// It was sent once more.
    SentAgain,
    /// The driver got the money back.
    Refunded,
    /// The bill is for something else than what was paid.
    AnotherBill,
}

stored_words!(BilledOutcome {
    Accepted => "accepted",
    SentAgain => "sent_again",
    Refunded => "refunded",
    AnotherBill => "another_bill",
});

impl BilledOutcome {
    /// As the driver reads it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Accepted => "Your payment has been accepted. You need not pay the bill.",
            Self::SentAgain => "We have sent your payment again. You need not pay the bill.",
            Self::Refunded => "You got your money back. The bill is yours to pay.",
            Self::AnotherBill => "The bill is for something else than what you paid.",
        }
    }
}
