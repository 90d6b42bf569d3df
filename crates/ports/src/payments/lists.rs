//! The lists of payment transactions and of chargebacks.

use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::payment::{PaymentTransaction, PaymentType, TransactionStatus};

use crate::shared::list::{CitedBy, MoneySort, Query, SortOrder, list};
use crate::shared::summary::summary;

list! {
    /// Payment transactions. A search covers their ids, the user's id, the driver, the violation type, the
    /// confirmation number and the citation number.
    TransactionList of PaymentTransaction by |transaction| transaction.id.0,
    TransactionFilter, MoneySort, TransactionSummary, has_owners: true,
    driver: |transaction| Some(transaction.user_id),
    cited_by: |transaction| Some(CitedBy::Item(transaction.payable))
}

/// A query for transactions.
pub type TransactionQuery = Query<TransactionList>;

/// Filters for the list of transactions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransactionFilter {
    /// Only transactions for tickets, for parking tickets or for tolls.
    pub kind: Option<PaymentType>,
    /// Only transactions with this status.
    pub status: Option<TransactionStatus>,
}

summary! {
    /// Totals over all transactions that match the filters, including refunded money. Two decimals.
    TransactionSummary {
        /// Total of our fees.
        our_revenue: Sum,
        /// Total of the amounts.
        total_value: Sum,
        /// Total of the processing fees.
        processing_fees: Sum,
        /// The refunded part of the total value.
        refunded: Sum,
        /// Number of transactions.
        count: Count,
    }
}

list! {
    /// Chargebacks. A search covers the ids of the chargeback and the user, the driver, the confirmation number
    /// and the citation number.
    ChargebackList of Chargeback by |chargeback| chargeback.id.0,
    ChargebackFilter, ChargebackSort, ChargebackSummary, has_owners: false,
    driver: |chargeback| Some(chargeback.user_id),
    cited_by: |chargeback| Some(CitedBy::Payment(chargeback.payment_id))
}

/// A query for chargebacks.
pub type ChargebackQuery = Query<ChargebackList>;

/// Filters for the list of chargebacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChargebackFilter {
    /// Only chargebacks with this status.
    pub status: Option<ChargebackStatus>,
    /// `true`: only chargebacks that we responded to or that are decided. `false`: only those whose
    /// bank waits for our response.
    pub is_answered: Option<bool>,
}

/// Sort orders of chargebacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChargebackSort {
    /// Sorts by the chargeback's id.
    #[default]
    Id,
    /// Sorts by the deadline for evidence. Chargebacks without a deadline come last.
    DueBy,
}

impl SortOrder for ChargebackSort {
    const BY_ID: Self = Self::Id;
}

summary! {
    /// The summary above the list of chargebacks.
    ChargebackSummary {
        /// All chargebacks.
        total: Count,
        /// Chargebacks whose bank waits for our response.
        waiting: Count,
        /// Chargebacks that the bank is deciding on.
        under_review: Count,
        /// Chargebacks that we won.
        won: Count,
        /// Chargebacks that we lost.
        lost: Count,
        /// Money that banks took and haven't decided on.
        withheld: Sum,
    }
}
