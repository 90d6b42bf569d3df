//! Receipt numbers (docs/product/payments.md#receipts), the format of times on receipts, and the status of a
//! payment's money that receipts show.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;

use crate::payments::payment::{PaymentStatus, TransactionStatus};
use crate::shared::ids::{HireId, TransactionId};
use crate::shared::money::Money;
use crate::shared::stored_words::stored_words;

/// Returns the receipt number of a transaction, such as `LW-20260131-000042`. The number contains the day on which
/// the card was charged, in the time zone `tz`, and the transaction's id with at least six digits.
pub fn receipt_number(transaction: TransactionId, charged_at: DateTime<Utc>, tz: Tz) -> String {
    format_number("LW", transaction.0, charged_at, tz)
}

/// Returns the receipt number of a lawyer hire, such as `LH-20260131-000042`. A hire and a
/// transaction can have the same id, so the prefixes differ.
pub fn hire_receipt_number(hire: HireId, charged_at: DateTime<Utc>, tz: Tz) -> String {
    format_number("LH", hire.0, charged_at, tz)
}

/// Formats a receipt number. `series` is its prefix, and `number` the id of the transaction or hire.
fn format_number(series: &str, number: i32, charged_at: DateTime<Utc>, tz: Tz) -> String {
    format!("{series}-{}-{number:06}", charged_at.with_timezone(&tz).format("%Y%m%d"))
}

/// Formats a time in this time zone as `November 21, 2026 at 3:04 PM EST`.
pub fn format_local_time(time: DateTime<Utc>, tz: Tz) -> String {
    time.with_timezone(&tz).format("%B %-d, %Y at %-I:%M %p %Z").to_string()
}

/// Formats a date as `November 21, 2026`.
pub fn format_day(date: NaiveDate) -> String {
    date.format("%B %-d, %Y").to_string()
}

/// The status of a payment's money, as receipts show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReceiptStatus {
    /// The money was received and not refunded.
    Completed,
    /// Lanewise is refunding all of the money.
    RefundPending,
    /// Part of the money was refunded, or Lanewise is refunding a part.
    PartlyRefunded,
    /// All of the money was refunded.
    Refunded,
    /// No card was charged in Lanewise: staff recorded the item as paid.
    Recorded,
    /// The bank took the money back and hasn't decided yet.
    Chargeback,
    /// The bank took the money back and decided to keep it.
    ChargedBack,
}

stored_words!(ReceiptStatus {
    Completed => "Completed",
    RefundPending => "Refund Pending",
    PartlyRefunded => "Partly Refunded",
    Refunded => "Refunded",
    Recorded => "Recorded",
    Chargeback => "Chargeback",
    ChargedBack => "Charged Back",
});

impl ReceiptStatus {
    /// Whether Lanewise sends the payment's money to the authority. Lanewise doesn't send money that was or is
    /// being refunded in full, or that a bank took. Lanewise never had the money of an item that was paid elsewhere.
    pub const fn is_sent_to_authority(self) -> bool {
        match self {
            Self::Completed | Self::PartlyRefunded => true,
            Self::RefundPending | Self::Refunded | Self::Recorded | Self::Chargeback | Self::ChargedBack => {
                false
            }
        }
    }

    /// Computes the status from the amount received, the amount refunded, and the amount that
    /// is being refunded (`under_way`).
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

    /// Adjusts the status for the payment's status. Money that must be refunded is a pending
    /// refund, even if no refund was started.
    #[must_use]
    pub const fn adjust_for_payment(self, status: PaymentStatus) -> Self {
        match (self, status) {
            (Self::Refunded, _) => Self::Refunded,
            (_, PaymentStatus::RefundDue) => Self::RefundPending,
            _ => self,
        }
    }

    /// Adjusts the status for chargebacks. `charged_back` is the result of
    /// [`transaction_status`](crate::payments::chargeback::transaction_status).
    #[must_use]
    pub const fn adjust_for_chargeback(self, charged_back: Option<TransactionStatus>) -> Self {
        match (self, charged_back) {
            (Self::Refunded, _) => Self::Refunded,
            (_, Some(TransactionStatus::Chargeback)) => Self::Chargeback,
            (_, Some(TransactionStatus::ChargedBack)) => Self::ChargedBack,
            _ => self,
        }
    }
}
