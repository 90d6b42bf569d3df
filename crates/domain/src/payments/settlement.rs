//! What money that is here does for its item. One rule for every way it arrives: a charge, a refund that a bank sent back, and a
//! chargeback that was won after all (docs/PRODUCT.md#when-an-item-is-paid).

use crate::payments::refund::RefundReason;
use crate::shared::money::Money;

/// What an item needs when money for it is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It must be paid, by this much.
    Due(Money),
    /// It was paid another way, its city says nothing is owed, or a lawyer is already at work on it.
    Nothing,
    /// A lawyer is at work on the ticket, and the driver didn't confirm paying it despite the lawyer.
    Lawyer,
    /// Staff removed it.
    Removed,
}

/// What the money does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// It pays what is due. The excess is refunded.
    Pays {
        /// Amount due.
        due: Money,
        /// Amount above it.
        excess: Money,
    },
    /// It pays nothing and is refunded, for this reason.
    Returns(RefundReason),
}

impl Settlement {
    /// Too little pays nothing. Too much pays, and the excess is returned.
    pub const fn of(need: Need, money: Money) -> Self {
        match need {
            Need::Removed => Self::Returns(RefundReason::ItemRemoved),
            Need::Lawyer => Self::Returns(RefundReason::LawyerHired),
            Need::Nothing => Self::Returns(RefundReason::PaidTwice),
            Need::Due(due) if due.cents() > money.cents() => Self::Returns(RefundReason::PaidTooLittle),
            Need::Due(due) => Self::Pays { due, excess: Money::from_cents(money.cents() - due.cents()) },
        }
    }
}
