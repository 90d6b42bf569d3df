//! Second bills: drivers who were billed again for an item they had paid, in the database (docs/product/money-to-authorities.md#billed-again).

use chrono::{DateTime, Utc};
use domain::payments::remittances::billed_again::BilledOutcome;
use domain::shared::ids::{BilledAgainId, PaymentId, TransactionId, UserId};

use crate::shared::store_error::StoreResult;

/// A driver's report that they were billed again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BilledAgain {
    /// Id of the second bill.
    pub id: BilledAgainId,
    /// The payment that it is about.
    pub payment_id: PaymentId,
    /// Transaction of the payment, as staff see it.
    pub transaction_id: TransactionId,
    /// The driver who paid.
    pub user_id: UserId,
    /// When the driver reported it.
    pub opened_at: DateTime<Utc>,
    /// How staff resolved it, once they have.
    pub settled: Option<BilledSettled>,
}

/// How staff resolved a second bill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BilledSettled {
    /// When they resolved it.
    pub at: DateTime<Utc>,
    /// The staff member who resolved it.
    pub by: Option<UserId>,
    /// What came of the driver's report.
    pub outcome: BilledOutcome,
    /// Staff's note, shown to the driver.
    pub note: String,
}

/// Second bills in the database.
pub trait BilledAgainCases {
    /// Opens a report for a payment; `None` if one is already open.
    fn open_case(
        &mut self,
        of: (PaymentId, TransactionId),
        user: UserId,
        at: DateTime<Utc>,
    ) -> StoreResult<Option<BilledAgain>>;
    /// Counts the reports that a driver has opened since then.
    fn cases_since(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<i64>;
    /// Returns the newest report of each of these payments.
    fn newest_cases(&mut self, payments: &[PaymentId]) -> StoreResult<Vec<BilledAgain>>;
    /// Returns a second bill by its id.
    fn case(&mut self, id: BilledAgainId) -> StoreResult<Option<BilledAgain>>;
    /// Returns open reports, oldest first.
    fn open_cases(&mut self, limit: i64) -> StoreResult<Vec<BilledAgain>>;
    /// Returns resolved reports, newest first.
    fn settled_cases(&mut self, limit: i64) -> StoreResult<Vec<BilledAgain>>;
    /// Resolves an open report; `false` if it was already resolved.
    fn settle_case(&mut self, id: BilledAgainId, settled: &BilledSettled) -> StoreResult<bool>;
}
