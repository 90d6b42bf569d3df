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
    /// The provider sent a refund to a bank.
    Refund,
    /// A bank returned a refund.
    RefundFailure,
    /// A bank took money for a chargeback.
    Chargeback,
    /// A bank returned the money of a chargeback.
    ChargebackReversal,
    /// The provider charged its own fee.
    Fee,
    /// The provider transferred money to or from our bank account.
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
    /// Whether a balance change of this kind belongs to a payment, which is identified by its intent.
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
    /// The provider has money of another environment that uses the same provider account, or money in another
    /// currency. The books are correct, but staff see the difference.
    Foreign,
}

stored_words!(DifferenceKind {
    OnlyInBooks => "not_theirs",
    OnlyAtProvider => "not_ours",
    Amount => "amount",
    Foreign => "foreign",
});

impl DifferenceKind {
    /// Whether staff must correct a difference of this kind.
    pub const fn is_fault(self) -> bool {
        !matches!(self, Self::Foreign)
    }
}

/// Maximum age of the last matching of the books with the provider. After that, the books' totals aren't reliable.
pub const MATCHED_WITHIN: TimeDelta = TimeDelta::days(2);

/// Whether the last matching was within [`MATCHED_WITHIN`]. False if the books were never matched.
pub fn is_recently_matched(matched_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    matched_at.is_some_and(|at| now - at <= MATCHED_WITHIN)
}

/// Age from which a difference counts as a fault. Before that, the provider's event may still arrive.
pub const GRACE: TimeDelta = TimeDelta::hours(1);

/// The balance changes of one object at the provider, such as an intent or a refund, in the books and at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectBalances {
    /// The provider's id of the object.
    pub subject: String,
    /// Amount in the books, without amounts posted to `Account::InQuestion`.
    pub ours: Money,
    /// Amount that the books posted for the object to `Account::InQuestion`.
    pub questioned: Money,
    /// Number of postings for the object to `Account::InQuestion`.
    pub questions: i64,
    /// Amount at the provider, after the provider's fees.
    pub theirs: Money,
    /// Number of the provider's balance changes for the object.
    pub movements: i64,
    /// The provider's currency. If the provider has no balance change for the object, this is our currency.
    pub currency: String,
    /// Whether the object belongs to a payment that isn't in our database.
    pub is_foreign: bool,
    /// Time of the newest change in the books or at the provider.
    pub moved_at: DateTime<Utc>,
}

/// The result of comparing the books with the provider for one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparisonResult {
    /// The difference; `None` if the books and the provider agree, or if the difference is too new to report.
    pub difference: Option<DifferenceKind>,
    /// Amount to post to `Account::InQuestion`, so that our balance at the provider is the same in the books
    /// and at the provider.
    pub to_question: Money,
}

impl ObjectBalances {
    /// Compares the books with the provider and decides what to post to `Account::InQuestion`.
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
        // Don't post anything for money in another currency, which isn't in our accounts, or for a new difference,
        // which may resolve itself.
        let wanted = if is_other_money || differs && is_young {
            self.questioned.cents()
        } else {
            self.theirs.cents() - self.ours.cents()
        };
        ComparisonResult { difference, to_question: Money::from_cents(wanted - self.questioned.cents()) }
    }
}
