//! The effect of received money on the item or hire that it was paid for. The rule is the same for a charge, a
//! refund that a bank returned, and a lost chargeback that a bank reversed
//! (docs/product/payments.md#when-an-item-is-paid).

use crate::payments::refund::RefundReason;
use crate::shared::money::Money;

/// The state of an item or hire when money for it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettlementNeed {
    /// This amount is due for the item or hire.
    Due(Money),
    /// The item was paid another way. Or the payment is for a lawyer, and the ticket already has another hire.
    Paid,
    /// The item wasn't paid, but its city or a court says that nothing is owed.
    NotOwed,
    /// The driver hired a lawyer for the ticket, the case is open, and the driver didn't confirm that they want
    /// to pay the ticket anyway.
    Lawyer,
    /// Staff removed the item from the driver's record.
    Removed,
}

/// The effect of the received money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// The money pays the amount due. Lanewise refunds the excess.
    Pays {
        /// Amount due, which pays the item or hire.
        due: Money,
        /// Received amount minus the amount due.
        excess: Money,
    },
    /// The money doesn't pay for the item or hire, and Lanewise refunds it for this reason.
    Returns(RefundReason),
}

impl Settlement {
    /// Decides how to use received money. If an amount is due and the money covers it, the money pays the item
    /// or hire, and Lanewise refunds the excess. Otherwise Lanewise refunds all of the money.
    pub const fn of(need: SettlementNeed, money: Money) -> Self {
        match need {
            SettlementNeed::Removed => Self::Returns(RefundReason::ItemRemoved),
            SettlementNeed::Lawyer => Self::Returns(RefundReason::LawyerHired),
            SettlementNeed::Paid => Self::Returns(RefundReason::PaidTwice),
            SettlementNeed::NotOwed => Self::Returns(RefundReason::NothingOwed),
            SettlementNeed::Due(due) if due.cents() > money.cents() => {
                Self::Returns(RefundReason::PaidTooLittle)
            }
            SettlementNeed::Due(due) => {
                Self::Pays { due, excess: Money::from_cents(money.cents() - due.cents()) }
            }
        }
    }
}
