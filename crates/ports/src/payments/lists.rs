//! The lists of payment transactions and of chargebacks.

use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::payment::{PaymentTransaction, PaymentType, TransactionStatus};

use crate::shared::list::{MoneySort, Order, Query, list};
use crate::shared::summary::summary;

list! {
    /// Payment transactions; searched by their and the user's id, driver, violation and confirmation number.
    TransactionList of PaymentTransaction by |transaction| transaction.id.0,
    TransactionFilter, MoneySort, TransactionSummary, has_owners: true,
    driver: |transaction| Some(transaction.user_id)
}

/// Transactions asked for.
pub type TransactionQuery = Query<TransactionList>;

/// Which transactions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransactionFilter {
    /// Of this type.
    pub kind: Option<PaymentType>,
    /// In this status.
    pub status: Option<TransactionStatus>,
}

summary! {
    /// Sums over the filtered transactions, those not in the slice too. Two decimals; what was refunded is in them.
    TransactionSummary {
        /// Our fees.
        our_revenue: Sum,
        /// Amounts.
        total_value: Sum,
        /// Processing fees.
        processing_fees: Sum,
        /// Of the total value, what was refunded.
        refunded: Sum,
        /// Transactions.
        count: Count,
    }
}

list! {
    /// Chargebacks; searched by id, driver and confirmation number.
    ChargebackList of Chargeback by |chargeback| chargeback.id.0,
    ChargebackFilter, ChargebackSort, ChargebackSummary, has_owners: false,
    driver: |chargeback| Some(chargeback.user_id)
}

/// Chargebacks asked for.
pub type ChargebackQuery = Query<ChargebackList>;

/// Which chargebacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChargebackFilter {
    /// In this status.
    pub status: Option<ChargebackStatus>,
    /// Answered or decided; otherwise the bank waits for us.
    pub is_answered: Option<bool>,
}

/// Orders of chargebacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChargebackSort {
    /// By id.
    #[default]
    Id,
    /// By the end of the time for evidence; where the bank takes none, last.
    DueBy,
}

impl Order for ChargebackSort {
    const BY_ID: Self = Self::Id;
}

summary! {
    /// Above the chargebacks.
    ChargebackSummary {
        /// All chargebacks.
        total: Count,
        /// Those whose bank waits for our answer.
        waiting: Count,
        /// Those with the bank.
        under_review: Count,
        /// Those that are won.
        won: Count,
        /// Those that are lost.
        lost: Count,
        /// What banks hold and have not decided.
        withheld: Sum,
    }
}
