//! Chargebacks: a driver's bank questions a payment or takes its money back (docs/product/payments.md#chargebacks).
//! The provider calls chargebacks disputes, but in Lanewise a dispute is a driver contesting an item.

use chrono::{DateTime, Utc};

use crate::accounts::account::ClosingObstacle;
use crate::payments::payment::TransactionStatus;
use crate::shared::ids::{ChargebackId, PaymentId, UserId};
use crate::shared::money::Money;
use crate::shared::stored_words::{moves, stored_words};

/// How far a bank's inquiry or chargeback has come, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChargebackStatus {
    /// The bank asks for information and hasn't taken any money.
    Inquiry,
    /// The bank is reviewing our response to its inquiry.
    InquiryUnderReview,
    /// The bank closed its inquiry without taking money.
    InquiryClosed,
    /// The bank has taken the money and waits for evidence.
    NeedsResponse,
    /// The bank is reviewing our evidence.
    UnderReview,
    /// The bank decided for us and returns the money.
    Won,
    /// The bank decided against us and keeps the money.
    Lost,
    /// The chargeback was resolved before the bank took any money.
    Prevented,
}

/// An event that can change a chargeback's status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChargebackEvent {
    /// We answered the bank's inquiry, or sent evidence against the chargeback.
    Answered,
    /// The bank closed its inquiry without taking money.
    InquiryClosed,
    /// The bank took the money.
    MoneyTaken,
    /// The bank decided for us.
    DecidedForUs,
    /// The bank decided against us.
    DecidedAgainstUs,
    /// The chargeback was resolved before the bank took any money.
    Prevented,
    /// The bank asks for evidence again, or reviews its decision.
    Reopened,
}

stored_words!(ChargebackStatus {
    Inquiry => "inquiry",
    InquiryUnderReview => "inquiry_under_review",
    InquiryClosed => "inquiry_closed",
    NeedsResponse => "needs_response",
    UnderReview => "under_review",
    Won => "won",
    Lost => "lost",
    Prevented => "prevented",
});

impl ChargebackStatus {
    /// All allowed changes of a chargeback's status. The provider reports only the current status, so a report can
    /// skip statuses: `Inquiry` can change directly to `Lost`. A closed inquiry can still become a chargeback. A
    /// bank can also reverse its decision.
    pub const MOVES: &[(Self, ChargebackEvent, Self)] = &[
        (Self::Inquiry, ChargebackEvent::Answered, Self::InquiryUnderReview),
        (Self::Inquiry, ChargebackEvent::InquiryClosed, Self::InquiryClosed),
        (Self::Inquiry, ChargebackEvent::MoneyTaken, Self::NeedsResponse),
        (Self::Inquiry, ChargebackEvent::Answered, Self::UnderReview),
        (Self::Inquiry, ChargebackEvent::DecidedForUs, Self::Won),
        (Self::Inquiry, ChargebackEvent::DecidedAgainstUs, Self::Lost),
        (Self::Inquiry, ChargebackEvent::Prevented, Self::Prevented),
        (Self::InquiryUnderReview, ChargebackEvent::InquiryClosed, Self::InquiryClosed),
        (Self::InquiryUnderReview, ChargebackEvent::MoneyTaken, Self::NeedsResponse),
        (Self::InquiryUnderReview, ChargebackEvent::Answered, Self::UnderReview),
        (Self::InquiryUnderReview, ChargebackEvent::DecidedForUs, Self::Won),
        (Self::InquiryUnderReview, ChargebackEvent::DecidedAgainstUs, Self::Lost),
        (Self::InquiryUnderReview, ChargebackEvent::Prevented, Self::Prevented),
        (Self::NeedsResponse, ChargebackEvent::Answered, Self::UnderReview),
        (Self::NeedsResponse, ChargebackEvent::DecidedForUs, Self::Won),
        (Self::NeedsResponse, ChargebackEvent::DecidedAgainstUs, Self::Lost),
        (Self::NeedsResponse, ChargebackEvent::Prevented, Self::Prevented),
        (Self::UnderReview, ChargebackEvent::DecidedForUs, Self::Won),
        (Self::UnderReview, ChargebackEvent::DecidedAgainstUs, Self::Lost),
        (Self::InquiryClosed, ChargebackEvent::MoneyTaken, Self::NeedsResponse),
        (Self::InquiryClosed, ChargebackEvent::Answered, Self::UnderReview),
        (Self::InquiryClosed, ChargebackEvent::DecidedForUs, Self::Won),
        (Self::InquiryClosed, ChargebackEvent::DecidedAgainstUs, Self::Lost),
        (Self::UnderReview, ChargebackEvent::Reopened, Self::NeedsResponse),
        (Self::Won, ChargebackEvent::Reopened, Self::NeedsResponse),
        (Self::Won, ChargebackEvent::Reopened, Self::UnderReview),
        (Self::Won, ChargebackEvent::DecidedAgainstUs, Self::Lost),
        (Self::Lost, ChargebackEvent::DecidedForUs, Self::Won),
    ];

    /// Whether the bank has decided or closed its inquiry, or the chargeback was prevented.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::InquiryClosed | Self::Won | Self::Lost | Self::Prevented)
    }

    /// Whether the bank has taken the money and hasn't decided yet.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::NeedsResponse | Self::UnderReview)
    }

    /// Whether the bank waits for our response.
    pub const fn needs_response(self) -> bool {
        matches!(self, Self::Inquiry | Self::NeedsResponse)
    }
}

moves!(ChargebackStatus by ChargebackEvent);

/// A chargeback: the driver's bank asks about a payment or takes its money back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chargeback {
    /// Id of the chargeback in Lanewise.
    pub id: ChargebackId,
    /// The payment that the bank questions or took back.
    pub payment_id: PaymentId,
    /// The driver who made the payment.
    pub user_id: UserId,
    /// The payment's confirmation number.
    pub confirmation_number: String,
    /// The provider's id of the chargeback.
    pub provider_id: String,
    /// Amount that the bank claims.
    pub amount: Money,
    /// The provider's reason code, such as `fraudulent`.
    pub reason: String,
    /// Deadline for evidence; `None` if the bank accepts none.
    pub evidence_due_by: Option<DateTime<Utc>>,
    /// Status of the bank's decision.
    pub status: ChargebackStatus,
    /// Whether the provider's books show that the bank currently holds the money.
    pub is_withdrawn: bool,
    /// When staff last submitted evidence to the bank; `None` if never.
    pub submitted_at: Option<DateTime<Utc>>,
    /// The staff member who last saved evidence; `None` if no one has.
    pub evidence_by: Option<UserId>,
    /// Increases each time staff save evidence.
    pub version: i32,
    /// When the bank opened the chargeback.
    pub opened_at: DateTime<Utc>,
    /// When Lanewise learned that the bank decided the chargeback or closed its inquiry; `None` before that.
    pub closed_at: Option<DateTime<Utc>>,
    /// When Lanewise last asked the provider for the chargeback's state; `None` before the first time.
    pub checked_at: Option<DateTime<Utc>>,
}

impl Chargeback {
    /// Whether the bank holds the money and hasn't decided to keep it.
    pub const fn is_withholding(&self) -> bool {
        !matches!(self.status, ChargebackStatus::Lost) && (self.is_withdrawn || self.status.is_open())
    }

    /// Returns the obstacle to closing the driver's account; `None` if the chargeback is over.
    pub fn obstacle_to_closing(&self) -> Option<ClosingObstacle> {
        (!self.status.is_over()).then(|| ClosingObstacle::OpenChargeback(self.confirmation_number.clone()))
    }

    /// Whether staff can submit evidence now.
    pub fn accepts_evidence(&self, now: DateTime<Utc>) -> bool {
        self.status.needs_response() && self.evidence_due_by.is_some_and(|due| now < due)
    }
}

/// Returns the sum of a payment's lost chargebacks, which the bank keeps.
pub fn lost_to_banks(chargebacks: &[Chargeback]) -> Money {
    let lost = chargebacks.iter().filter(|one| one.status == ChargebackStatus::Lost);
    Money::from_cents(lost.map(|one| one.amount.cents()).fold(0, i64::saturating_add))
}

/// Returns the transaction status that follows from a payment's chargebacks; `None` if no
/// chargeback changes the status. A lost chargeback takes precedence over an open chargeback, which
/// takes precedence over a won chargeback.
pub fn transaction_status(chargebacks: &[Chargeback]) -> Option<TransactionStatus> {
    let any = |is: fn(ChargebackStatus) -> bool| chargebacks.iter().any(|one| is(one.status));
    if any(|status| status == ChargebackStatus::Lost) {
        Some(TransactionStatus::ChargedBack)
    } else if any(ChargebackStatus::is_open) {
        Some(TransactionStatus::Chargeback)
    } else if any(|status| status == ChargebackStatus::Won) {
        Some(TransactionStatus::Won)
    } else {
        None
    }
}
