//! The line that the desk, the back office's start page, shows for an unsolved record
//! (docs/product/back-office.md#desk).

use crate::payments::refund::RefundStatus;
use crate::shared::money::Money;

/// The details of an unsolved record that the desk shows in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaitingFacts {
    /// Imported citations that may belong to a driver: their count, and one citation number
    /// if it is known.
    Citations(i64, Option<String>),
    /// A chargeback: its amount, and its reason in the provider's words, such as `product_not_received`.
    Chargeback(Money, String),
    /// A refund.
    Refund {
        /// Amount to refund.
        amount: Money,
        /// Status of the refund.
        status: RefundStatus,
        /// Whether Lanewise has requested the refund from the provider.
        is_requested: bool,
    },
    /// Money at the payment provider without a payment: the number of payment intents.
    Orphans(i64),
    /// The number of provider events that Lanewise couldn't parse.
    UnreadEvents(i64),
    /// The number of amounts that should have been sent to an authority or a lawyer by now.
    LateAmounts(i64),
    /// A second bill: the amount that the driver paid, and the payment's confirmation number.
    SecondBill(Money, String),
    /// A missing-ticket report: the kind of ticket and the US state, as the driver entered them.
    Report(String, String),
    /// A driver's text message that they can't come to court.
    CannotCome(String),
    /// A driver's text message that may mean that they want no more texts.
    MayMeanStop(String),
    /// A detail that has no variant of its own, such as a record's violation, message, plate,
    /// phone number or state.
    Text(String),
}

impl WaitingFacts {
    /// Formats the details as a line for staff.
    pub fn label(&self) -> String {
        match self {
            Self::Citations(1, Some(number)) => number.clone(),
            Self::Citations(count, _) => format!("{count} to review"),
            Self::Chargeback(amount, reason) => {
                format!("{}, {}", amount.for_display(), reason.replace('_', " "))
            }
            Self::Refund { amount, status, is_requested } => {
                format!("{}, {}", amount.for_display(), refund_trouble(*status, *is_requested))
            }
            Self::Orphans(count) => format!("{count} to resolve"),
            Self::UnreadEvents(count) => format!("{count} to resolve"),
            Self::LateAmounts(1) => "1 payment late".to_owned(),
            Self::LateAmounts(count) => format!("{count} payments late"),
            Self::SecondBill(amount, number) => format!("{}, {number}", amount.for_display()),
            Self::Report(ticket_type, state) => format!("{ticket_type} in {state}"),
            Self::CannotCome(text) => format!("Can’t come: {text}"),
            Self::MayMeanStop(text) => format!("May mean stop: {text}"),
            Self::Text(text) => text.clone(),
        }
    }
}

/// Returns why staff must handle a refund, as the desk shows it.
const fn refund_trouble(status: RefundStatus, is_requested: bool) -> &'static str {
    match status {
        RefundStatus::Refused if is_requested => "declined",
        RefundStatus::Refused => "needs a decision",
        RefundStatus::Failed => "returned by the bank",
        RefundStatus::Due
        | RefundStatus::Pending
        | RefundStatus::Succeeded
        | RefundStatus::PaidOtherwise
        | RefundStatus::CalledOff => "not completed yet",
    }
}
