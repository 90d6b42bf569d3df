//! Statements of the fixed monthly fee that lawyers pay Lanewise (docs/product/cases.md#monthly-fee). The fee never
//! depends on cases.

use chrono::{DateTime, Days, NaiveDate, Utc};

use crate::legal_help::lawyer::Lawyer;
use crate::legal_help::monthly_fee::FeeMonth;
use crate::legal_help::offer::{LegalHelp, LegalHelpMode};
use crate::shared::ids::{LawyerId, UserId};
use crate::shared::money::Money;
use crate::shared::text::{self, FieldErrors};

/// The bill for a lawyer's fee of one calendar month. The amount of a statement never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Id of the statement, part of its number.
    pub id: i64,
    /// The lawyer who owes the fee.
    pub lawyer_id: LawyerId,
    /// The lawyer's current name.
    pub lawyer_name: String,
    /// Name of the lawyer's current firm.
    pub firm: String,
    /// The month that the fee is for.
    pub month: FeeMonth,
    /// The monthly fee when the statement was made.
    pub fee: Money,
    /// When the statement was made.
    pub made_at: DateTime<Utc>,
    /// The payment; `None` until staff record it.
    pub payment: Option<StatementPayment>,
    /// Increases with each change, so that staff can't overwrite changes they haven't seen.
    pub version: i32,
}

impl Statement {
    /// The statement's number, such as `LS-202611-000042`: its month and its id with at least six digits.
    pub fn number(&self) -> String {
        format!("LS-{}-{:06}", self.month.first_day().format("%Y%m"), self.id)
    }
}

/// The payment of a statement, as staff recorded it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementPayment {
    /// The day and the reference of the payment.
    pub receipt: PaymentReceived,
    /// When staff recorded the payment.
    pub recorded_at: DateTime<Utc>,
    /// The staff member who recorded the payment; `None` if that user's account was deleted.
    pub recorded_by: Option<UserId>,
}

/// The day and the reference of a payment that a lawyer made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentReceived {
    /// Day on which the money arrived.
    pub on: NaiveDate,
    /// The bank's reference, or the number of a check.
    pub reference: String,
}

impl PaymentReceived {
    /// Maximum length of a reference, in characters.
    pub const MAX_REFERENCE_CHARS: usize = 100;
    /// Maximum number of days since the payment. An earlier day is probably a typo.
    const MAX_DAYS_AGO: Days = Days::new(366);

    /// Trims and validates a payment's day (`paid_on`) and reference, as staff entered them.
    ///
    /// # Errors
    /// Returns every invalid field, by its name in requests: a day in the future or over a year ago,
    /// or an invalid reference.
    pub fn parse(paid_on: NaiveDate, reference: &str, today: NaiveDate) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::new();
        if paid_on > today {
            errors.push(("paidOn", "This day is in the future.".to_owned()));
        } else if paid_on.checked_add_days(Self::MAX_DAYS_AGO).is_some_and(|later| later < today) {
            errors.push(("paidOn", "This day is more than a year ago.".to_owned()));
        }
        match text::line(reference, Self::MAX_REFERENCE_CHARS) {
            Ok(reference) if errors.is_empty() => return Ok(Self { on: paid_on, reference }),
            Ok(_) => {}
            Err(error) => errors.push(("reference", error.to_string())),
        }
        Err(errors)
    }
}

/// Returns the fee that a lawyer owes for a month; `None` if the lawyer owes no fee. Only active lawyers owe a fee,
/// from the month in which their fee starts. The lawyer must also take cases in a state where the operator is a
/// registered referral service. The fee doesn't apply where the operator is a law firm.
pub fn fee_for(lawyer: &Lawyer, month: FeeMonth, legal_help: &LegalHelp) -> Option<Money> {
    let has_started = lawyer.fee_from.is_some_and(|from| from <= month);
    let is_registered = lawyer
        .record
        .areas
        .iter()
        .any(|area| legal_help.rule(Some(area.state())).mode == LegalHelpMode::RegisteredService);
    lawyer.record.monthly_fee.filter(|_| lawyer.is_active && has_started && is_registered)
}
