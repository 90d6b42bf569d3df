//! The list of payment transactions.

use domain::payments::payment::{PaymentTransaction, PaymentType, TransactionStatus};

use crate::shared::list::{MoneySort, Query, list};
use crate::shared::summary::summary;

list! {
    /// Payment transactions; searched by user, violation and confirmation number.
    TransactionList of PaymentTransaction by |transaction| transaction.id.0,
    TransactionFilter, MoneySort, TransactionSummary, has_owners: true
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
