//! The lists of payment transactions and of chargebacks.

use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::payment::{PaymentTransaction, PaymentType, TransactionStatus};

use crate::shared::list::{MoneySort, Order, Query, list};
use crate::shared::summary::summary;

list! {
    /// Payment transactions. A search covers their and the user's id, the driver, the violation type and the
    /// confirmation number.
    TransactionList of PaymentTransaction by |transaction| transaction.id.0,
    TransactionFilter, MoneySort, TransactionSummary, has_owners: true,
    driver: |transaction| Some(transaction.user_id)
}

/// A query for transactions.
pub type TransactionQuery = Query<TransactionList>;

/// Filters for transactions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransactionFilter {
    /// Only this type.
    pub kind: Option<PaymentType>,
    /// Only this status.
    pub status: Option<TransactionStatus>,
}

summary! {
    /// Sums over all filtered transactions, not only the returned page. They include refunded amounts and have two
    /// decimals.
    TransactionSummary {
        /// Sum of our recorded fees.
        our_revenue: Sum,
        /// Sum of the amounts.
        total_value: Sum,
        /// Sum of the recorded processing fees.
        processing_fees: Sum,
        /// Refunded part of the total value.
        refunded: Sum,
        /// Number of transactions.
        count: Count,
    }
}

list! {
    /// Chargebacks. A search covers the id, the driver and the confirmation number.
    ChargebackList of Chargeback by |chargeback| chargeback.id.0,
    ChargebackFilter, ChargebackSort, ChargebackSummary, has_owners: false,
    driver: |chargeback| Some(chargeback.user_id)
}

/// A query for chargebacks.
pub type ChargebackQuery = Query<ChargebackList>;

/// Filters for chargebacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChargebackFilter {
    /// Only this status.
    pub status: Option<ChargebackStatus>,
    /// `true`: answered or decided. `false`: the bank waits for our response.
    pub is_answered: Option<bool>,
}

/// Sort orders of chargebacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChargebackSort {
    /// By id.
    #[default]
    Id,
    /// By deadline for evidence; last if the bank accepts none.
    DueBy,
}

impl Order for ChargebackSort {
    const BY_ID: Self = Self::Id;
}

summary! {
    /// Figures above the list of chargebacks.
    ChargebackSummary {
        /// Number of chargebacks.
        total: Count,
        /// Number whose bank waits for our response.
        waiting: Count,
        /// Number under review by the bank.
        under_review: Count,
        /// Number won.
        won: Count,
        /// Number lost.
        lost: Count,
        /// Amount that banks hold in undecided chargebacks.
        withheld: Sum,
    }
}
