//! Chargebacks: a driver's bank asks about a payment, or takes its money back (docs/PRODUCT.md#chargebacks). The provider calls
//! them disputes; here a dispute is what a driver does with a ticket.

use chrono::{DateTime, Utc};

use crate::accounts::account::Obstacle;
use crate::payments::payment::TransactionStatus;
use crate::shared::ids::{ChargebackId, PaymentId, UserId};
use crate::shared::money::Money;
use crate::shared::words::{moves, stored_words};

/// Where a chargeback stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChargebackStatus {
    /// The bank asks; it has taken nothing.
    Inquiry,
    /// It has our answer.
    InquiryUnderReview,
    /// It asks no more.
    InquiryClosed,
    /// The bank has taken the money, and waits for evidence.
    NeedsResponse,
    /// It has the evidence, and decides.
    UnderReview,
    /// The money is ours again.
    Won,
    /// The money is gone.
    Lost,
    /// It ended before the bank took anything.
    Prevented,
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
    /// Every legal move of a chargeback: it goes on, or ends. An inquiry may become a chargeback, also after it was closed.
    /// A bank may even decide once more.
    pub const MOVES: &[(Self, Self)] = &[
        (Self::Inquiry, Self::InquiryUnderReview),
        (Self::Inquiry, Self::InquiryClosed),
        (Self::Inquiry, Self::NeedsResponse),
        (Self::Inquiry, Self::UnderReview),
        (Self::Inquiry, Self::Won),
        (Self::Inquiry, Self::Lost),
        (Self::Inquiry, Self::Prevented),
        (Self::InquiryUnderReview, Self::InquiryClosed),
        (Self::InquiryUnderReview, Self::NeedsResponse),
        (Self::InquiryUnderReview, Self::UnderReview),
        (Self::InquiryUnderReview, Self::Won),
        (Self::InquiryUnderReview, Self::Lost),
        (Self::InquiryUnderReview, Self::Prevented),
        (Self::NeedsResponse, Self::UnderReview),
        (Self::NeedsResponse, Self::Won),
        (Self::NeedsResponse, Self::Lost),
        (Self::NeedsResponse, Self::Prevented),
        (Self::UnderReview, Self::Won),
        (Self::UnderReview, Self::Lost),
        // The bank opens it again.
        (Self::InquiryClosed, Self::NeedsResponse),
        (Self::InquiryClosed, Self::UnderReview),
        (Self::InquiryClosed, Self::Won),
        (Self::InquiryClosed, Self::Lost),
        (Self::UnderReview, Self::NeedsResponse),
        (Self::Won, Self::NeedsResponse),
        (Self::Won, Self::UnderReview),
        (Self::Won, Self::Lost),
        (Self::Lost, Self::Won),
    ];

    /// The bank has decided, or asks no more.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::InquiryClosed | Self::Won | Self::Lost | Self::Prevented)
    }

    /// The bank has taken the money, and it is not decided yet.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::NeedsResponse | Self::UnderReview)
    }

    /// The bank waits for our answer.
    pub const fn waits_for_us(self) -> bool {
        matches!(self, Self::Inquiry | Self::NeedsResponse)
    }
}

moves!(ChargebackStatus);

/// A payment that a driver's bank asks about, or has taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chargeback {
    /// Identifier.
    pub id: ChargebackId,
    /// Of which payment.
    pub payment_id: PaymentId,
    /// Whose payment.
    pub user_id: UserId,
    /// The payment's number.
    pub confirmation_number: String,
    /// The provider's id.
    pub provider_id: String,
    /// How much the bank wants.
    pub amount: Money,
    /// Why, in the provider's word, such as `fraudulent`.
    pub reason: String,
    /// Until when evidence is taken; none when the bank takes none.
    pub evidence_due_by: Option<DateTime<Utc>>,
    /// Status.
    pub status: ChargebackStatus,
    /// The bank holds the money just now, as the provider books it.
    pub is_withdrawn: bool,
    /// When our evidence was given to the bank.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Which of the staff saved evidence last.
    pub evidence_by: Option<UserId>,
    /// Raised each time that staff save evidence.
    pub version: i32,
    /// Opened by the bank at.
    pub opened_at: DateTime<Utc>,
    /// Decided at, as far as was heard.
    pub closed_at: Option<DateTime<Utc>>,
    /// The provider was last asked at; none before the first time.
    pub looked_at: Option<DateTime<Utc>>,
}

impl Chargeback {
    /// Whether the bank has the money and hasn't decided: no refund is tried until it has.
    pub const fn withholds(&self) -> bool {
        !matches!(self.status, ChargebackStatus::Lost) && (self.is_withdrawn || self.status.is_open())
    }

    /// Prevents closing the driver's account until the bank has decided, or asks no more.
    pub fn obstacle_to_closing(&self) -> Option<Obstacle> {
        (!self.status.is_over()).then(|| Obstacle::OpenChargeback(self.confirmation_number.clone()))
    }

    /// Whether evidence is taken now.
    pub fn takes_evidence(&self, now: DateTime<Utc>) -> bool {
        self.status.waits_for_us() && self.evidence_due_by.is_some_and(|due| now < due)
    }
}

/// Sum of a payment's lost chargebacks: its banks keep this much.
pub fn lost_to_banks(chargebacks: &[Chargeback]) -> Money {
    let lost = chargebacks.iter().filter(|one| one.status == ChargebackStatus::Lost);
    Money::from_cents(lost.map(|one| one.amount.cents()).fold(0, i64::saturating_add))
}

/// What the chargebacks of a payment say of its transaction: none when they say nothing. One that is lost outweighs one that is
/// open, and that one that is won.
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
