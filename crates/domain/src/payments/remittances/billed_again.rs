//! Second bills: a driver was billed again for an item that they paid in Lanewise
//! (docs/product/money-to-authorities.md#billed-again).

use chrono::TimeDelta;

use crate::shared::stored_words::stored_words;

/// Maximum number of second bills that one driver can report within [`REPORTED_WITHIN`]. Honest drivers
/// hardly ever need more.
pub const MAX_REPORTED: i64 = 5;
/// Period in which a driver can report at most [`MAX_REPORTED`] second bills.
pub const REPORTED_WITHIN: TimeDelta = TimeDelta::hours(24);
/// Maximum length of staff's note on how they resolved a second bill, in characters.
pub const MAX_NOTE_CHARS: usize = 500;

/// How staff resolved a second bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SecondBillOutcome {
    /// The authority found and accepted the payment.
    Accepted,
    /// Staff sent the money again.
    SentAgain,
    /// Staff refunded the driver's payment.
    Refunded,
    /// The bill is for a different item than the one that the driver paid.
    AnotherBill,
}

stored_words!(SecondBillOutcome {
    Accepted => "accepted",
    SentAgain => "sent_again",
    Refunded => "refunded",
    AnotherBill => "another_bill",
});

impl SecondBillOutcome {
    /// The outcome as the driver reads it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Accepted => "The court or agency accepted your payment. You don’t need to pay the bill.",
            Self::SentAgain => "We sent your payment again. You don’t need to pay the bill.",
            Self::Refunded => "We refunded your payment. You need to pay the bill yourself.",
            Self::AnotherBill => {
                "The bill is for something different from what you paid. Your payment doesn’t cover it, so \
                 pay or contest it by its due date."
            }
        }
    }
}
