//! Receipts: their numbers (docs/PRODUCT.md#receipts), and how they write times.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;

use crate::payments::payment::{PaymentStatus, TransactionStatus};
use crate::shared::ids::{HireId, TransactionId};
use crate::shared::money::Money;
use crate::shared::words::stored_words;

/// `LW-20260131-000042`: the day of the transaction by the clocks of this zone and its number, with six digits at least. Unique
/// because the transaction's number is.
pub fn receipt_number(transaction: TransactionId, recorded_at: DateTime<Utc>, tz: Tz) -> String {
    numbered("LW", transaction.0, recorded_at, tz)
}

/// `LH-20260131-000042`, of a lawyer hire: hires and transactions are counted apart.
pub fn hire_receipt_number(hire: HireId, recorded_at: DateTime<Utc>, tz: Tz) -> String {
    numbered("LH", hire.0, recorded_at, tz)
}

fn numbered(series: &str, number: i32, recorded_at: DateTime<Utc>, tz: Tz) -> String {
    format!("{series}-{}-{number:06}", recorded_at.with_timezone(&tz).format("%Y%m%d"))
}

/// `November 21, 2026 at 3:04 PM EST`, by the clocks of this zone.
pub fn moment(at: DateTime<Utc>, tz: Tz) -> String {
    at.with_timezone(&tz).format("%B %-d, %Y at %-I:%M %p %Z").to_string()
}

/// `November 21, 2026`.
pub fn day(date: NaiveDate) -> String {
    date.format("%B %-d, %Y").to_string()
}

/// What became of money that came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaidStatus {
    /// It is ours.
    Completed,
    /// It is on its way back.
    RefundPending,
    /// A part of it is back, or on its way.
    PartlyRefunded,
    /// It is back.
    Refunded,
    /// No card was charged here: staff recorded the item as paid.
    Recorded,
    /// The bank has taken it back, and it is not decided yet.
    Chargeback,
    /// The bank has taken it back for good.
    ChargedBack,
}

stored_words!(PaidStatus {
    Completed => "Completed",
    RefundPending => "Refund Pending",
    PartlyRefunded => "Partly Refunded",
    Refunded => "Refunded",
    Recorded => "Recorded",
    Chargeback => "Chargeback",
    ChargedBack => "Charged Back",
});

impl PaidStatus {
    /// What became of money that came in: what is back of it, and what is on its way.
    pub fn of(received: Money, refunded: Money, under_way: Money) -> Self {
        let going = refunded.cents().saturating_add(under_way.cents());
        if refunded.cents() > 0 && refunded >= received {
            Self::Refunded
        } else if going <= 0 {
            Self::Completed
        } else if going >= received.cents() {
            Self::RefundPending
        } else {
            Self::PartlyRefunded
        }
    }

    /// The same for a payment with this status: what must be returned is a pending refund, whatever its refunds say.
    #[must_use]
    pub const fn unless_it_pays_nothing(self, status: PaymentStatus) -> Self {
        match (self, status) {
            (Self::Refunded, _) => Self::Refunded,
            (_, PaymentStatus::RefundDue) => Self::RefundPending,
            _ => self,
        }
    }

    /// The same where the bank has taken the money back, of which the refunds know nothing.
    #[must_use]
    pub const fn unless_charged_back(self, taken: Option<TransactionStatus>) -> Self {
        match (self, taken) {
            (Self::Refunded, _) => Self::Refunded,
            (_, Some(TransactionStatus::Chargeback)) => Self::Chargeback,
            (_, Some(TransactionStatus::ChargedBack)) => Self::ChargedBack,
            _ => self,
        }
    }
}
