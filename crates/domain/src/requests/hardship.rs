//! Requests of drivers who can't pay an item now (docs/product/requests.md#drivers-who-cant-pay).

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use crate::driving_record::item_file::ItemId;
use crate::shared::ids::UserId;
use crate::shared::money::Money;
use crate::shared::stored_words::stored_words;

/// Maximum number of requests that a driver may send in [`ASKED_WITHIN`].
pub const MAX_ASKED: i64 = 5;
/// Period in which a driver may send at most [`MAX_ASKED`] requests.
pub const ASKED_WITHIN: TimeDelta = TimeDelta::hours(24);
/// Latest day that a driver may choose to pay by, in days from today.
pub const MAX_DAYS_TO_PAY: u64 = 730;
/// Maximum length of staff's answer, in characters.
pub const MAX_IN_ANSWER: usize = 2000;
/// Largest amount that a driver can offer to pay.
const MAX_AMOUNT: Money = Money::from_dollars(100_000);

/// The kind of help that a driver needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NeedKind {
    /// More time to pay the whole amount.
    MoreTime,
    /// Smaller payments.
    SmallerPayments,
    /// A lower amount.
    LowerAmount,
}

stored_words!(NeedKind {
    MoreTime => "more_time",
    SmallerPayments => "smaller_payments",
    LowerAmount => "lower_amount",
});

/// The kind of help that a driver needs, and the amount or day that the driver offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// More time, until this day.
    MoreTime(NaiveDate),
    /// Smaller payments of this amount a month.
    SmallerPayments(Money),
    /// A lower total: this amount.
    LowerAmount(Money),
}

/// The driver's financial situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Situation {
    /// The driver receives public benefits.
    PublicBenefits,
    /// The driver is out of work.
    OutOfWork,
    /// The driver's income is low.
    LowIncome,
    /// None of the other situations applies.
    Other,
}

stored_words!(Situation {
    PublicBenefits => "public_benefits",
    OutOfWork => "out_of_work",
    LowIncome => "low_income",
    Other => "other",
});

impl Need {
    /// Validates the kind of help and its amount or day. `fine` is what the driver owes; `None` while it
    /// is only an estimate.
    ///
    /// # Errors
    /// Returns the invalid field, with a sentence for the driver.
    pub fn validate(
        kind: NeedKind,
        amount: Option<Money>,
        pay_by: Option<NaiveDate>,
        fine: Option<Money>,
        today: NaiveDate,
    ) -> Result<Self, (&'static str, String)> {
        match kind {
            NeedKind::MoreTime => {
                let day = pay_by.ok_or(("payBy", "Choose the date you could pay by.".to_owned()))?;
                let last = today.checked_add_days(Days::new(MAX_DAYS_TO_PAY));
                if day <= today || last.is_none_or(|last| day > last) {
                    return Err(("payBy", "Choose a day after today and within two years.".to_owned()));
                }
                Ok(Self::MoreTime(day))
            }
            NeedKind::SmallerPayments => check_amount(amount, fine).map(Self::SmallerPayments),
            NeedKind::LowerAmount => check_amount(amount, fine).map(Self::LowerAmount),
        }
    }

    /// Creates a need from stored values. Returns `None` if the day or amount that its kind needs is missing.
    pub fn stored(kind: NeedKind, amount: Option<Money>, pay_by: Option<NaiveDate>) -> Option<Self> {
        match kind {
            NeedKind::MoreTime => pay_by.map(Self::MoreTime),
            NeedKind::SmallerPayments => amount.map(Self::SmallerPayments),
            NeedKind::LowerAmount => amount.map(Self::LowerAmount),
        }
    }

    /// The kind of help that the driver needs.
    pub const fn kind(self) -> NeedKind {
        match self {
            Self::MoreTime(_) => NeedKind::MoreTime,
            Self::SmallerPayments(_) => NeedKind::SmallerPayments,
            Self::LowerAmount(_) => NeedKind::LowerAmount,
        }
    }

    /// Returns the amount that the driver could pay, per month or in total; `None` if the driver asks for more time.
    pub const fn amount(self) -> Option<Money> {
        match self {
            Self::MoreTime(_) => None,
            Self::SmallerPayments(amount) | Self::LowerAmount(amount) => Some(amount),
        }
    }

    /// Returns the day by which the driver could pay; `None` unless the driver needs more time.
    pub const fn pay_by(self) -> Option<NaiveDate> {
        match self {
            Self::MoreTime(day) => Some(day),
            Self::SmallerPayments(_) | Self::LowerAmount(_) => None,
        }
    }
}

/// Checks that there is an amount in the allowed range, and that the amount is less than `fine`, if
/// the fine is known. The error is the field `amount`, with a sentence for the driver.
fn check_amount(amount: Option<Money>, fine: Option<Money>) -> Result<Money, (&'static str, String)> {
    let amount = amount.filter(|amount| amount.cents() > 0 && *amount <= MAX_AMOUNT);
    let amount = amount.ok_or(("amount", "Enter an amount such as 50 or 49.50.".to_owned()))?;
    match fine {
        Some(fine) if amount >= fine => {
            Err(("amount", format!("Enter less than the {} that is due.", fine.for_display())))
        }
        _ => Ok(amount),
    }
}

/// Staff's answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HardshipAnswer {
    /// The answer's text, which the driver reads.
    pub text: String,
    /// When staff answered.
    pub answered_at: DateTime<Utc>,
}

/// A driver's request for staff's help with an item that they can't pay now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HardshipRequest {
    /// Id of the request.
    pub id: i64,
    /// The driver who sent the request.
    pub user_id: UserId,
    /// The item that the driver can't pay.
    pub item: ItemId,
    /// What the driver needs.
    pub need: Need,
    /// The driver's situation.
    pub situation: Situation,
    /// When the driver sent the request.
    pub asked_at: DateTime<Utc>,
    /// Staff's answer; `None` while the request is open.
    pub answer: Option<HardshipAnswer>,
    /// Version of the stored request. Staff's answer must name the version, so that no request is answered twice.
    pub version: i32,
}
