//! Receipts: their numbers (docs/PRODUCT.md#receipts), and how they write times.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;

use crate::payments::payment::PaymentStatus;
use crate::shared::ids::{HireId, TransactionId};
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
    /// It is back.
    Refunded,
    /// No card was charged here: staff recorded the item as paid.
    Recorded,
}

stored_words!(PaidStatus {
    Completed => "Completed",
    RefundPending => "Refund Pending",
    Refunded => "Refunded",
    Recorded => "Recorded",
});

impl PaidStatus {
    /// What a payment's status says of money that came in.
    pub const fn of(payment: PaymentStatus) -> Self {
        match payment {
            PaymentStatus::RefundDue | PaymentStatus::RefundPending => Self::RefundPending,
            PaymentStatus::Refunded => Self::Refunded,
            PaymentStatus::Creating
            | PaymentStatus::TimedOut
            | PaymentStatus::Open
            | PaymentStatus::Cancelled
            | PaymentStatus::Settled => Self::Completed,
        }
    }
}
