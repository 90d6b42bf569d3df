//! Matching the ledger with what the provider says of our balance (docs/PRODUCT.md#matching).

use chrono::{DateTime, TimeDelta, Utc};

use crate::payments::ownership::CURRENCY;
use crate::shared::money::Money;
use crate::shared::words::stored_words;

/// What moved the balance, in the provider's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MovementKind {
    /// A card was charged.
    Charge,
    /// A refund left.
    Refund,
    /// A refund came back.
    RefundFailure,
    /// A bank took money.
    Chargeback,
    /// A bank gave it again.
    ChargebackReversal,
    /// A fee of its own.
    Fee,
    /// To our bank account or from it.
    Payout,
    /// Anything else.
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
    /// Whether it is about a payment: whose it is, the payment's intent says.
    pub const fn is_of_a_payment(self) -> bool {
        matches!(
            self,
            Self::Charge | Self::Refund | Self::RefundFailure | Self::Chargeback | Self::ChargebackReversal
        )
    }
}

/// What is wrong between the books and the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DifferenceKind {
    /// In the books, and the provider has not got it.
    NotTheirs,
    /// The provider has it, and the books have not.
    NotOurs,
    /// Both have it, with other amounts.
    Amount,
    /// Money of another environment on the same account, or in other money. It is told, and is no fault of the books.
    Foreign,
}

stored_words!(DifferenceKind {
    NotTheirs => "not_theirs",
    NotOurs => "not_ours",
    Amount => "amount",
    Foreign => "foreign",
});

impl DifferenceKind {
    /// Whether somebody has to put it right.
    pub const fn is_fault(self) -> bool {
        !matches!(self, Self::Foreign)
    }
}

/// The books must have been matched within this time for their figures to be relied on.
pub const MATCHED_WITHIN: TimeDelta = TimeDelta::days(2);

/// Returns whether the last matching is recent enough. False when the books were never matched.
pub fn is_recently_matched(matched_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    matched_at.is_some_and(|at| now - at <= MATCHED_WITHIN)
}

/// So young a difference is left alone: an event may be on its way.
pub const GRACE: TimeDelta = TimeDelta::hours(1);

/// One thing at the provider, such as an intent or a refund: what both sides have moved for it on our balance there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The provider's id of the thing.
    pub subject: String,
    /// What the books have, without what is in question.
    pub ours: Money,
    /// What the books have put in question for it.
    pub questioned: Money,
    /// How often.
    pub questions: i64,
    /// What the provider has, after its fees.
    pub theirs: Money,
    /// How many movements of its.
    pub movements: i64,
    /// The provider's currency; ours when it has none of it.
    pub currency: String,
    /// It is about a payment that we do not know.
    pub is_foreign: bool,
    /// The newest movement of either side.
    pub moved_at: DateTime<Utc>,
}

/// What comes of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What is wrong; none when both agree, or it is too young to tell.
    pub difference: Option<DifferenceKind>,
    /// What must be put in question beside what is: so the books' balance at the provider is the provider's.
    pub to_question: Money,
}

impl Sides {
    /// Compares both sides.
    pub fn judge(&self, now: DateTime<Utc>) -> Verdict {
        let differs = self.ours != self.theirs;
        let is_young = now - self.moved_at < GRACE;
        let is_other_money = self.currency != CURRENCY;
        let difference = match (differs, self.is_foreign || is_other_money) {
            (false, _) => None,
            (true, true) => Some(DifferenceKind::Foreign),
            (true, false) if is_young => None,
            (true, false) if self.movements == 0 => Some(DifferenceKind::NotTheirs),
            (true, false) if self.ours == Money::ZERO => Some(DifferenceKind::NotOurs),
            (true, false) => Some(DifferenceKind::Amount),
        };
        // Other money is in no account of ours; what is young may explain itself.
        let wanted = if is_other_money || differs && is_young {
            self.questioned.cents()
        } else {
            self.theirs.cents() - self.ours.cents()
        };
        Verdict { difference, to_question: Money::from_cents(wanted - self.questioned.cents()) }
    }
}
