//! Effects of received money on its item. The rule is the same for a charge, a refund that a bank returned,
//! and a chargeback that was won (docs/product/payments.md#when-an-item-is-paid).

use crate::payments::refund::RefundReason;
use crate::shared::money::Money;

/// What an item still needs when money for it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettlementNeed {
    /// The item must be paid, and this amount is due.
    Due(Money),
    /// Nothing: the item was paid another way, its city or a court says nothing is owed, or the payment is for a lawyer
    /// and the ticket already has another hire.
    Nothing,
    /// A lawyer is working on the ticket, and the driver didn't confirm paying it anyway.
    Lawyer,
    /// Staff removed the item from the driver's record.
    Removed,
}

/// The effect of the received money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// The money pays the amount due. The excess is refunded.
    Pays {
        /// Amount due, which pays the item.
        due: Money,
        /// Amount above the amount due.
        excess: Money,
    },
    /// The money pays for nothing and is refunded, for this reason.
    Returns(RefundReason),
}

impl Settlement {
    /// Decides how the received money is used. Too little money pays for nothing. If it is too much, it pays
    /// the item, and the excess is refunded.
    pub const fn of(need: SettlementNeed, money: Money) -> Self {
        match need {
            SettlementNeed::Removed => Self::Returns(RefundReason::ItemRemoved),
            SettlementNeed::Lawyer => Self::Returns(RefundReason::LawyerHired),
            SettlementNeed::Nothing => Self::Returns(RefundReason::PaidTwice),
            SettlementNeed::Due(due) if due.cents() > money.cents() => {
                Self::Returns(RefundReason::PaidTooLittle)
            }
            SettlementNeed::Due(due) => {
                Self::Pays { due, excess: Money::from_cents(money.cents() - due.cents()) }
            }
        }
    }
}
