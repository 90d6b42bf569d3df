//! Refunds: money of a payment that goes back, whole or in part (docs/PRODUCT.md#refunds).

use chrono::{DateTime, Utc};

use crate::payments::chargeback::{Chargeback, lost_to_banks};
use crate::payments::payment::Payment;
use crate::shared::ids::{PaymentId, RefundId, UserId};
use crate::shared::money::Money;
use crate::shared::words::{moves, stored_words};

/// Where a refund stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefundStatus {
    /// Written down with its key; the provider has not taken it yet.
    Due,
    /// The provider carries it out.
    Pending,
    /// The money is back.
    Succeeded,
    /// The provider refused this try for a reason that may pass, such as too little balance.
    Refused,
    /// The bank sent it back, as of a closed card: it is not tried again by itself.
    Failed,
    /// It failed, and staff gave the money back in another way.
    PaidOtherwise,
    /// Nothing goes back by this one: another took its place, or the bank took the money itself.
    CalledOff,
}

stored_words!(RefundStatus {
    Due => "due",
    Pending => "pending",
    Succeeded => "succeeded",
    Refused => "refused",
    Failed => "failed",
    PaidOtherwise => "paid_otherwise",
    CalledOff => "called_off",
});

impl RefundStatus {
    /// Every legal move of a refund, and what makes it (docs/PRODUCT.md#refund-statuses).
    pub const MOVES: &[(Self, Self)] = &[
        // The provider's answer.
        (Self::Due, Self::Pending),
        (Self::Due, Self::Succeeded),
        (Self::Due, Self::Failed),
        (Self::Due, Self::Refused),
        // It is tried again with a new key, or the provider had carried it out all the same.
        (Self::Refused, Self::Due),
        (Self::Refused, Self::Pending),
        (Self::Refused, Self::Succeeded),
        (Self::Refused, Self::Failed),
        // It arrived, or the bank sent it back: also days after it had arrived.
        (Self::Pending, Self::Succeeded),
        (Self::Pending, Self::Failed),
        (Self::Succeeded, Self::Failed),
        // Staff gave the money back in another way.
        (Self::Failed, Self::PaidOtherwise),
        (Self::Refused, Self::PaidOtherwise),
        // Another refund took its place, or a chargeback took the money.
        (Self::Failed, Self::CalledOff),
        (Self::Refused, Self::CalledOff),
        (Self::Due, Self::CalledOff),
    ];

    /// Whether the money has left us.
    pub const fn is_back(self) -> bool {
        matches!(self, Self::Succeeded | Self::PaidOtherwise)
    }

    /// Whether it still claims its part of what came in.
    pub const fn is_claimed(self) -> bool {
        !matches!(self, Self::Failed | Self::CalledOff)
    }
}

moves!(RefundStatus);

/// Why money goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefundReason {
    /// The item had been paid otherwise.
    PaidTwice,
    /// The item was removed before the money came in.
    ItemRemoved,
    /// The fine was raised before the money came in: it does not pay the item.
    PaidTooLittle,
    /// The fine was lowered before the money came in: the difference goes back.
    PaidTooMuch,
    /// A lawyer was hired for the ticket while the driver was paying its fine.
    LawyerHired,
    /// A lawyer hire was cancelled.
    HireCancelled,
    /// Staff decided it, and say why in their own words.
    ByStaff,
    /// It was made in the provider's own dashboard.
    AtProvider,
    /// A bank kept a part of the payment, so the rest pays nothing.
    ChargedBackInPart,
}

stored_words!(RefundReason {
    PaidTwice => "paid_twice",
    ItemRemoved => "item_removed",
    PaidTooLittle => "paid_too_little",
    PaidTooMuch => "paid_too_much",
    LawyerHired => "lawyer_hired",
    HireCancelled => "hire_cancelled",
    ByStaff => "by_staff",
    AtProvider => "at_provider",
    ChargedBackInPart => "charged_back_in_part",
});

impl RefundReason {
    /// Whether all of the payment goes back for it.
    pub const fn is_of_all(self) -> bool {
        match self {
            Self::PaidTwice
            | Self::ItemRemoved
            | Self::PaidTooLittle
            | Self::LawyerHired
            | Self::HireCancelled => true,
            Self::PaidTooMuch | Self::ByStaff | Self::AtProvider | Self::ChargedBackInPart => false,
        }
    }

    /// What the driver reads, unless staff wrote a sentence of their own.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::PaidTwice => "This had been paid already.",
            Self::ItemRemoved => "This was removed from your record.",
            Self::PaidTooLittle => {
                "The amount due was raised before your payment came in, so it is still open."
            }
            Self::PaidTooMuch => "The amount due was lowered before your payment came in.",
            Self::LawyerHired => {
                "You hired a lawyer for this ticket first. Paying the fine is a guilty plea, so we didn't use this payment."
            }
            Self::HireCancelled => "The lawyer hire was cancelled.",
            Self::ByStaff => "Our team refunded this.",
            Self::AtProvider => "Our team refunded this.",
            Self::ChargedBackInPart => {
                "Your bank took back part of this payment, so we're returning the rest."
            }
        }
    }
}

/// Money of a payment that goes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refund {
    /// Identifier; the provider's refund carries it as a label.
    pub id: RefundId,
    /// Of which payment.
    pub payment_id: PaymentId,
    /// How much.
    pub amount: Money,
    /// Why.
    pub reason: RefundReason,
    /// The reason in the words of staff, for the driver.
    pub note: Option<String>,
    /// Which of the staff asked for it; none when a rule did, or the provider.
    pub requested_by: Option<UserId>,
    /// Status.
    pub status: RefundStatus,
    /// Sent with every call of one try; a refused try gets a new one.
    pub idempotency_key: String,
    /// When this key was first sent; the provider may forget it a day later.
    pub asked_at: Option<DateTime<Utc>>,
    /// The provider's id, once it has one.
    pub provider_refund_id: Option<String>,
    /// Why the provider or the bank did not do it, in their words.
    pub provider_words: Option<String>,
    /// When the money was back.
    pub back_at: Option<DateTime<Utc>>,
    /// Written down at.
    pub created_at: DateTime<Utc>,
    /// Last changed or looked at.
    pub updated_at: DateTime<Utc>,
}

/// Where money that goes back stands, in the driver's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefundProgress {
    /// Asked for, or about to be; the bank has it.
    Pending,
    /// The money is back.
    Refunded,
    /// It could not be carried out; staff look after it.
    Failed,
}

stored_words!(RefundProgress { Pending => "pending", Refunded => "refunded", Failed => "failed", });

impl RefundProgress {
    /// Of a refund in this status; none when nothing goes back by it.
    pub const fn of(status: RefundStatus) -> Option<Self> {
        match status {
            RefundStatus::Due | RefundStatus::Pending => Some(Self::Pending),
            RefundStatus::Succeeded | RefundStatus::PaidOtherwise => Some(Self::Refunded),
            RefundStatus::Refused | RefundStatus::Failed => Some(Self::Failed),
            RefundStatus::CalledOff => None,
        }
    }
}

impl Refund {
    /// Whether it waits for staff to refund it or to pay it another way: the provider was never asked.
    pub const fn needs_decision(&self) -> bool {
        matches!(self.status, RefundStatus::Refused) && self.asked_at.is_none()
    }
}

impl Payment {
    /// What can still be refunded: what came in, less what banks keep and every refund that claims a part of it.
    pub fn left_to_refund(&self, refunds: &[Refund], chargebacks: &[Chargeback]) -> Money {
        let claimed =
            refunds.iter().filter(|refund| refund.status.is_claimed()).map(|refund| refund.amount.cents());
        let received = self.amount_received.unwrap_or_default().cents();
        let kept = received.saturating_sub(lost_to_banks(chargebacks).cents());
        Money::from_cents(claimed.fold(kept, i64::saturating_sub).max(0))
    }
}
