//! Refunds: a payment's money that Lanewise returns to the driver, in full or in part
//! (docs/product/payments.md#refunds).

use chrono::{DateTime, Utc};

use crate::payments::chargeback::{Chargeback, lost_to_banks};
use crate::payments::payment::Payment;
use crate::shared::ids::{PaymentId, RefundId, UserId};
use crate::shared::money::Money;
use crate::shared::stored_words::{moves, stored_words};

/// Maximum length of staff's note on a refund, on money returned another way, or on a recovery, in characters.
pub const MAX_NOTE_CHARS: usize = 500;

/// How far a refund has come, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefundStatus {
    /// The refund is stored with its idempotency key. The provider hasn't accepted the refund yet.
    Due,
    /// The provider is processing the refund.
    Pending,
    /// The provider completed the refund. A bank can take 5-10 business days to show it.
    Succeeded,
    /// The provider refused this attempt for a reason that may pass, such as an insufficient balance. Or staff
    /// must decide before Lanewise requests the refund ([`Refund::needs_decision`]).
    Refused,
    /// The bank returned the refund, for example because the card's account is closed. The
    /// refund isn't retried automatically.
    Failed,
    /// The refund failed or was refused, and staff refunded the money another way.
    PaidOtherwise,
    /// The refund was withdrawn. Either another refund replaced it, a bank took the money in a
    /// chargeback, or a bank returned the money of a chargeback to Lanewise.
    CalledOff,
}

/// An event that can change a refund's status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefundEvent {
    /// The provider reported that it is processing the refund, that the refund arrived, or that a bank returned it.
    ProviderReported,
    /// The provider refused the request for the refund.
    ProviderRefused,
    /// Lanewise listed the refund for staff to decide, without requesting it from the provider.
    LeftToStaff,
    /// No bank holds the payment's money any longer, so Lanewise requests the refund again, with a new idempotency key.
    MoneyReleased,
    /// Staff chose to refund the card, so Lanewise requests the refund for the first time.
    RequestedByStaff,
    /// Staff refunded the money another way.
    PaidByStaff,
    /// Another refund replaced this one, or a bank took the money in a chargeback or
    /// returned it to Lanewise.
    Withdrawn,
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
    /// All allowed changes of a refund's status (docs/product/payments.md#refund-statuses).
    pub const MOVES: &[(Self, RefundEvent, Self)] = &[
        (Self::Due, RefundEvent::ProviderReported, Self::Pending),
        (Self::Due, RefundEvent::ProviderReported, Self::Succeeded),
        (Self::Due, RefundEvent::ProviderReported, Self::Failed),
        (Self::Due, RefundEvent::ProviderRefused, Self::Refused),
        (Self::Due, RefundEvent::LeftToStaff, Self::Refused),
        (Self::Refused, RefundEvent::MoneyReleased, Self::Due),
        (Self::Refused, RefundEvent::RequestedByStaff, Self::Due),
        // Lanewise retried the refund, or the provider had processed it despite the refusal.
        (Self::Refused, RefundEvent::ProviderReported, Self::Pending),
        (Self::Refused, RefundEvent::ProviderReported, Self::Succeeded),
        (Self::Refused, RefundEvent::ProviderReported, Self::Failed),
        // A bank can return a refund days after it had arrived.
        (Self::Pending, RefundEvent::ProviderReported, Self::Succeeded),
        (Self::Pending, RefundEvent::ProviderReported, Self::Failed),
        (Self::Succeeded, RefundEvent::ProviderReported, Self::Failed),
        (Self::Failed, RefundEvent::PaidByStaff, Self::PaidOtherwise),
        (Self::Refused, RefundEvent::PaidByStaff, Self::PaidOtherwise),
        (Self::Failed, RefundEvent::Withdrawn, Self::CalledOff),
        (Self::Refused, RefundEvent::Withdrawn, Self::CalledOff),
        (Self::Due, RefundEvent::Withdrawn, Self::CalledOff),
    ];

    /// Whether the provider completed the refund, or staff refunded the money another way.
    pub const fn has_reached_driver(self) -> bool {
        matches!(self, Self::Succeeded | Self::PaidOtherwise)
    }

    /// Whether the refund isn't finished yet. A refused refund counts, because it is retried or staff decide about it.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Due | Self::Pending | Self::Refused)
    }

    /// Whether a refund with this status reduces the amount that can still be refunded.
    pub const fn is_claimed(self) -> bool {
        !matches!(self, Self::Failed | Self::CalledOff)
    }
}

moves!(RefundStatus by RefundEvent);

/// Why a payment's money is refunded, such as an item that was paid twice or a case that was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefundReason {
    /// The item was paid another way, or the ticket already had a hire.
    PaidTwice,
    /// A court dismissed the ticket or found the driver not guilty, or the city's data says that nothing is owed.
    NothingOwed,
    /// Staff removed the item before the money arrived.
    ItemRemoved,
    /// The fine was raised before the money arrived, so the money doesn't pay the item.
    PaidTooLittle,
    /// The fine was lowered before the money arrived. Lanewise refunds the difference.
    PaidTooMuch,
    /// The driver hired a lawyer for the ticket while paying its fine.
    LawyerHired,
    /// The lawyer hire was canceled.
    HireCancelled,
    /// No lawyer was found for the case.
    NoLawyer,
    /// The driver and the lawyer had no signed agreement in time.
    NotSigned,
    /// The case ended early. Lanewise refunds the part of the price that the lawyer hasn't earned.
    Unearned,
    /// The case was lost, and the guarantee refunds its price.
    Guarantee,
    /// Staff decided on the refund, with a reason in their own words.
    ByStaff,
    /// The refund was made in the provider's own dashboard.
    AtProvider,
    /// A bank kept part of the payment in a chargeback. The rest no longer pays for the item or
    /// lawyer, so Lanewise refunds the rest.
    ChargedBackInPart,
}

stored_words!(RefundReason {
    PaidTwice => "paid_twice",
    NothingOwed => "nothing_owed",
    ItemRemoved => "item_removed",
    PaidTooLittle => "paid_too_little",
    PaidTooMuch => "paid_too_much",
    LawyerHired => "lawyer_hired",
    HireCancelled => "hire_cancelled",
    NoLawyer => "no_lawyer",
    NotSigned => "not_signed",
    Unearned => "unearned",
    Guarantee => "guarantee",
    ByStaff => "by_staff",
    AtProvider => "at_provider",
    ChargedBackInPart => "charged_back_in_part",
});

impl RefundReason {
    /// Whether a refund for this reason is for the whole payment.
    pub const fn is_full(self) -> bool {
        match self {
            Self::PaidTwice
            | Self::NothingOwed
            | Self::ItemRemoved
            | Self::PaidTooLittle
            | Self::LawyerHired
            | Self::HireCancelled
            | Self::NoLawyer
            | Self::NotSigned
            | Self::Guarantee => true,
            Self::PaidTooMuch
            | Self::Unearned
            | Self::ByStaff
            | Self::AtProvider
            | Self::ChargedBackInPart => false,
        }
    }

    /// The reason as the driver reads it, unless staff wrote a reason in their own words.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::PaidTwice => "This was already paid.",
            Self::NothingOwed => "You no longer owed this when we received your payment.",
            Self::ItemRemoved => "This was removed from your record.",
            Self::PaidTooLittle => {
                "The amount due went up before we received your payment, so the new amount is still due."
            }
            Self::PaidTooMuch => "The amount due went down before we received your payment.",
            Self::LawyerHired => {
                "You hired a lawyer for this ticket first. Paying the fine would end the lawyer’s work, so we didn’t use this payment."
            }
            Self::HireCancelled => "The lawyer hire was canceled.",
            Self::NoLawyer => "No lawyer could take your case in time.",
            Self::NotSigned => "The agreement with your lawyer wasn’t signed in time.",
            Self::Unearned => "Your case ended, and your lawyer hasn’t earned this part of the price.",
            Self::Guarantee => "Your lawyer didn’t win your case, so you get your money back.",
            Self::ByStaff => "Our team refunded this.",
            Self::AtProvider => "Our team refunded this.",
            Self::ChargedBackInPart => {
                "Your bank took back part of this payment, so we’re returning the rest."
            }
        }
    }
}

/// Who pays a refund under the guarantee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefundPayer {
    /// The operator of Lanewise pays.
    Operator,
    /// The lawyer pays from the fee.
    Lawyer,
}

stored_words!(RefundPayer { Operator => "operator", Lawyer => "lawyer", });

/// Money from a payment that is returned to the driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refund {
    /// Id of the refund, which is also a label on the provider's refund.
    pub id: RefundId,
    /// The payment whose money is refunded.
    pub payment_id: PaymentId,
    /// Amount to refund, at most the part of the payment that isn't refunded yet.
    pub amount: Money,
    /// Why the money is refunded.
    pub reason: RefundReason,
    /// Staff's reason in their own words, which the driver reads; `None` if staff wrote none.
    pub note: Option<String>,
    /// The staff member who requested the refund; `None` if a rule or the provider started it.
    pub requested_by: Option<UserId>,
    /// Status of the refund.
    pub status: RefundStatus,
    /// Key that Lanewise sends with every call of one attempt. After a refusal, the next attempt gets a new key.
    pub idempotency_key: String,
    /// When Lanewise first sent the idempotency key; `None` if never. The provider may forget the key a day later.
    pub requested_at: Option<DateTime<Utc>>,
    /// The provider's id of the refund; `None` until known.
    pub provider_refund_id: Option<String>,
    /// Why the provider or the bank refused the refund, in their words. If staff refunded the money another way,
    /// staff's note on how. `None` if there is neither.
    pub provider_words: Option<String>,
    /// When Lanewise recorded that the refund succeeded, or that staff paid it another way; `None` before that.
    pub completed_at: Option<DateTime<Utc>>,
    /// When the refund was stored.
    pub created_at: DateTime<Utc>,
    /// When the refund last changed, or Lanewise last checked it at the provider.
    pub updated_at: DateTime<Utc>,
    /// Who pays a refund under the guarantee. `None` for other refunds, and for refunds of earlier releases.
    pub guarantee_payer: Option<RefundPayer>,
}

/// Progress of a refund, as the driver sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefundProgress {
    /// Lanewise requested the refund from the provider, or is about to.
    Pending,
    /// The provider completed the refund. A bank can take 5-10 business days to show it.
    Refunded,
    /// The refund failed, was refused or needs a decision, and staff handle it.
    Failed,
}

stored_words!(RefundProgress { Pending => "pending", Refunded => "refunded", Failed => "failed", });

impl RefundProgress {
    /// Returns the progress of a refund with this status; `None` if the refund was withdrawn.
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
    /// Whether staff must choose how to refund the money, by card or another way, before Lanewise requests the
    /// refund from the provider.
    pub const fn needs_decision(&self) -> bool {
        matches!(self.status, RefundStatus::Refused) && self.requested_at.is_none()
    }
}

impl Payment {
    /// Returns the amount that can still be refunded: the amount received, minus lost chargebacks and the
    /// amounts of other refunds.
    pub fn left_to_refund(&self, refunds: &[Refund], chargebacks: &[Chargeback]) -> Money {
        let claimed =
            refunds.iter().filter(|refund| refund.status.is_claimed()).map(|refund| refund.amount.cents());
        let received = self.amount_received.unwrap_or_default().cents();
        let refundable = received.saturating_sub(lost_to_banks(chargebacks).cents());
        Money::from_cents(claimed.fold(refundable, i64::saturating_sub).max(0))
    }
}
