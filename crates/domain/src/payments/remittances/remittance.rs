//! A remittance: what is owed to one authority, sent together (docs/PRODUCT.md#remittances).

use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;

use crate::shared::ids::{AuthorityId, RemittanceId, UserId};
use crate::shared::money::Money;
use crate::shared::text::{self, TextError};
use crate::shared::words::stored_words;

/// How far a remittance is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemittanceStatus {
    /// It is put together, and not sent.
    Prepared,
    /// Staff have sent it.
    Sent,
    /// The authority has accepted all of it that it did not give back.
    Accepted,
}

stored_words!(RemittanceStatus {
    Prepared => "prepared",
    Sent => "sent",
    Accepted => "accepted",
});

/// A remittance has at most so many payments; the rest goes into the next.
pub const MOST_PAYMENTS: i64 = 5000;

/// What is owed to one authority, sent together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remittance {
    /// Identifier.
    pub id: RemittanceId,
    /// To whom.
    pub authority_id: AuthorityId,
    /// Its name.
    pub authority: String,
    /// How far it is.
    pub status: RemittanceStatus,
    /// Number of payments that can be sent; once it was sent, the number sent.
    pub payments: i64,
    /// What they come to.
    pub amount: Money,
    /// Money that was prepared and can no longer be sent. Empty once the remittance was sent.
    pub left_out: LeftOut,
    /// When the last file was downloaded before it was sent.
    pub downloaded_at: Option<DateTime<Utc>>,
    /// Who put it together.
    pub prepared_by: Option<UserId>,
    /// When.
    pub prepared_at: DateTime<Utc>,
    /// When and how it was sent.
    pub sent: Option<Sending>,
    /// When that was recorded.
    pub sent_at: Option<DateTime<Utc>>,
    /// Accepted on.
    pub accepted_on: Option<NaiveDate>,
}

/// Money that was refunded, or is held back, since a remittance was prepared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Number of payments left out, wholly or in part.
    pub payments: i64,
    /// Amount left out.
    pub amount: Money,
}

/// When and how staff sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sending {
    /// The day.
    pub on: NaiveDate,
    /// The bank's or the authority's reference, which drivers read.
    pub reference: String,
}

/// What is wrong with what staff say of a sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendingError {
    /// The reference.
    #[error("the reference: {0}")]
    Reference(TextError),
    /// The day is to come.
    #[error("the day is to come")]
    ToCome,
    /// The day is so long ago that it is a slip.
    #[error("the day is more than a year ago")]
    LongAgo,
}

impl Sending {
    /// A reference has at most this many characters.
    pub const MAX_REFERENCE_CHARS: usize = 100;

    /// Trims and checks what staff say.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(on: NaiveDate, reference: &str, now: DateTime<Utc>, tz: Tz) -> Result<Self, SendingError> {
        let on = day_gone_by(on, now, tz)?;
        let reference = text::line(reference, Self::MAX_REFERENCE_CHARS).map_err(SendingError::Reference)?;
        Ok(Self { on, reference })
    }
}

/// A day that staff record something for: today at the latest, a year ago at the earliest.
///
/// # Errors
/// [`SendingError::ToCome`], [`SendingError::LongAgo`].
pub fn day_gone_by(day: NaiveDate, now: DateTime<Utc>, tz: Tz) -> Result<NaiveDate, SendingError> {
    let today = now.with_timezone(&tz).date_naive();
    if day > today {
        return Err(SendingError::ToCome);
    }
    if day.checked_add_days(Days::new(366)).is_some_and(|later| later < today) {
        return Err(SendingError::LongAgo);
    }
    Ok(day)
}
