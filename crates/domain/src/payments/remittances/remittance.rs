//! Remittances: obligations to one authority or lawyer that are sent together
//! (docs/product/money-to-authorities.md#remittances).

use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;

use crate::payments::remittances::payee::Payee;
use crate::shared::ids::{RemittanceId, UserId};
use crate::shared::money::Money;
use crate::shared::stored_words::stored_words;
use crate::shared::text::{self, TextError};

/// Whether a remittance is prepared, sent or accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemittanceStatus {
    /// The remittance was prepared and not sent.
    Prepared,
    /// Staff sent the money and recorded the transfer.
    Sent,
    /// The payee accepted the money, but may have returned a part of it.
    Accepted,
}

stored_words!(RemittanceStatus {
    Prepared => "prepared",
    Sent => "sent",
    Accepted => "accepted",
});

/// Maximum number of payments in one remittance. Further payments go into another remittance.
pub const MAX_PAYMENTS: i64 = 5000;

/// Obligations to one authority or lawyer that are sent together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remittance {
    /// Id of the remittance, which staff see as its number.
    pub id: RemittanceId,
    /// The authority or lawyer that receives the money.
    pub payee: Payee,
    /// Name of the lawyer's trust account; `None` for an authority.
    pub trust_account: Option<String>,
    /// Status of the remittance.
    pub status: RemittanceStatus,
    /// Number of payments that can be sent or, after sending, that were sent.
    pub payments: i64,
    /// Total of the payments that `payments` counts.
    pub amount: Money,
    /// Money in the remittance that can't be sent now. Zero after the remittance was sent.
    pub left_out: ExcludedPayments,
    /// When staff last downloaded the remittance's file before sending the money; `None` if never.
    pub downloaded_at: Option<DateTime<Utc>>,
    /// The staff member who prepared the remittance; `None` if that user's account was deleted.
    pub prepared_by: Option<UserId>,
    /// When staff prepared the remittance.
    pub prepared_at: DateTime<Utc>,
    /// Day and reference of the transfer; `None` until staff record it.
    pub sent: Option<TransferRecord>,
    /// When staff recorded the transfer; `None` before that.
    pub sent_at: Option<DateTime<Utc>>,
    /// Day on which the payee accepted the remittance; `None` before that.
    pub accepted_on: Option<NaiveDate>,
}

/// Money in a prepared remittance that can't be sent now, because it was refunded or is held back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExcludedPayments {
    /// Number of payments that are left out, wholly or in part.
    pub payments: i64,
    /// Sum of the amounts left out.
    pub amount: Money,
}

/// Day and reference of a transfer, as staff recorded it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferRecord {
    /// Day of the transfer.
    pub on: NaiveDate,
    /// The bank's or the payee's reference. Drivers whose fines are in the remittance see the reference.
    pub reference: String,
}

/// Why a recorded transfer is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransferRecordError {
    /// The reference is invalid.
    #[error("the reference: {0}")]
    Reference(TextError),
    /// The day is in the future.
    #[error("the day is in the future")]
    InFuture,
    /// The day is over a year ago, which is probably a typo.
    #[error("the day is more than a year ago")]
    TooLongAgo,
}

impl TransferRecord {
    /// Maximum length of a reference, in characters.
    pub const MAX_REFERENCE_CHARS: usize = 100;

    /// Trims and validates a transfer's day (`sent_on`) and reference, as staff entered them.
    ///
    /// # Errors
    /// Fails if the day is in the future or over a year ago, or if the reference is invalid.
    pub fn parse(
        sent_on: NaiveDate,
        reference: &str,
        now: DateTime<Utc>,
        tz: Tz,
    ) -> Result<Self, TransferRecordError> {
        let on = check_past_day(sent_on, now, tz)?;
        let reference =
            text::line(reference, Self::MAX_REFERENCE_CHARS).map_err(TransferRecordError::Reference)?;
        Ok(Self { on, reference })
    }
}

/// Checks that a day that staff entered is today or at most a year ago, and returns the day. `now` and
/// `tz` give today's date.
///
/// # Errors
/// Fails with [`TransferRecordError::InFuture`] or [`TransferRecordError::TooLongAgo`] if the day
/// is out of range.
pub fn check_past_day(day: NaiveDate, now: DateTime<Utc>, tz: Tz) -> Result<NaiveDate, TransferRecordError> {
    let today = now.with_timezone(&tz).date_naive();
    if day > today {
        return Err(TransferRecordError::InFuture);
    }
    if day.checked_add_days(Days::new(366)).is_some_and(|later| later < today) {
        return Err(TransferRecordError::TooLongAgo);
    }
    Ok(day)
}
