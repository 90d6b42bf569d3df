//! Matching the ledger against the provider's list of balance changes (docs/product/payments.md#matching).

use chrono::{DateTime, TimeDelta, Utc};

use crate::payments::ownership::CURRENCY;
use crate::shared::money::Money;
use crate::shared::stored_words::stored_words;

/// The provider's category of a balance change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MovementKind {
    /// A card was charged.
    Charge,
    /// A refund was sent out.
    Refund,
    /// A refund was returned.
    RefundFailure,
    /// A bank took money.
    Chargeback,
    /// A bank returned money.
    ChargebackReversal,
    /// A fee charged by the provider itself.
    Fee,
    /// A transfer to or from our bank account.
    Payout,
    /// Any other change to the balance.
    Other,
}

stored_words!(MovementKind {
    Charge => "charge",
    Refund => "refund",
    RefundFailure => "refund_failure",
    Chargeback => "chargeback",
    ChargebackReversal => "chargeback_reversal",
    Fee => "fee",
    Payout => "payout",
    Other => "other",
});

impl MovementKind {
    /// Whether the balance change belongs to a payment, which its intent identifies.
    pub const fn is_of_a_payment(self) -> bool {
        matches!(
            self,
            Self::Charge | Self::Refund | Self::RefundFailure | Self::Chargeback | Self::ChargebackReversal
        )
    }
}

/// How the books and the provider disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DifferenceKind {
    /// The books have a balance change that the provider doesn't have.
    OnlyInBooks,
    /// The provider has a balance change that the books don't have.
    OnlyAtProvider,
    /// The books and the provider have a balance change, but with different amounts.
    Amount,
    /// Money of another environment on the same provider account, or in another currency. Staff see
    /// the difference, but the books are correct.
    Foreign,
}

stored_words!(DifferenceKind {
    OnlyInBooks => "not_theirs",
    OnlyAtProvider => "not_ours",
    Amount => "amount",
    Foreign => "foreign",
});

impl DifferenceKind {
    /// Whether staff must correct the difference.
    pub const fn is_fault(self) -> bool {
        !matches!(self, Self::Foreign)
    }
}

/// Maximum age of the last matching. After that, the books' figures aren't reliable.
pub const MATCHED_WITHIN: TimeDelta = TimeDelta::days(2);

/// Returns whether the last matching is recent enough. False if the books were never matched.
pub fn is_recently_matched(matched_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    matched_at.is_some_and(|at| now - at <= MATCHED_WITHIN)
}

/// Minimum age of a difference. Newer differences are ignored, because the provider's event may still arrive.
pub const GRACE: TimeDelta = TimeDelta::hours(1);

/// Both sides' balance changes for one object at the provider, such as an intent or a refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectBalances {
    /// The provider's id of the object.
    pub subject: String,
    /// Amount in the books, without amounts posted to the account of unexplained changes.
    pub ours: Money,
    /// Amount that the books posted for the object to the account of unexplained changes.
    pub questioned: Money,
    /// Number of postings to the account of unexplained changes.
    pub questions: i64,
    /// Amount at the provider, after its fees.
    pub theirs: Money,
    /// Number of the provider's balance changes.
    pub movements: i64,
    /// The provider's currency. If the provider has no balance change for the object, this is our currency.
    pub currency: String,
    /// Whether the object belongs to a payment that isn't in our database.
    pub is_foreign: bool,
    /// Time of the newest change on either side.
    pub moved_at: DateTime<Utc>,
}

/// The result of comparing the books with the provider for one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparisonResult {
    /// The difference; `None` if both sides agree, or if the difference is too new to report.
    pub difference: Option<DifferenceKind>,
    /// Amount to post to the account of unexplained changes, so that the books' provider balance equals the provider's.
    pub to_question: Money,
}

impl ObjectBalances {
    /// Compares both sides and decides what to post to the account of unexplained changes.
    pub fn compare(&self, now: DateTime<Utc>) -> ComparisonResult {
        let differs = self.ours != self.theirs;
        let is_young = now - self.moved_at < GRACE;
        let is_other_money = self.currency != CURRENCY;
        let difference = match (differs, self.is_foreign || is_other_money) {
            (false, _) => None,
            (true, true) => Some(DifferenceKind::Foreign),
            (true, false) if is_young => None,
            (true, false) if self.movements == 0 => Some(DifferenceKind::OnlyInBooks),
            (true, false) if self.ours == Money::ZERO => Some(DifferenceKind::OnlyAtProvider),
            (true, false) => Some(DifferenceKind::Amount),
        };
        // Money in another currency isn't in our accounts, and a new difference may still resolve
        // itself.
        let wanted = if is_other_money || differs && is_young {
            self.questioned.cents()
        } else {
            self.theirs.cents() - self.ours.cents()
        };
        ComparisonResult { difference, to_question: Money::from_cents(wanted - self.questioned.cents()) }
    }
}
