//! Drivers who were billed again for what they paid, in the database (docs/PRODUCT.md#billed-again).

use chrono::{DateTime, Utc};
use domain::payments::remittances::billed_again::BilledOutcome;
use domain::shared::ids::{BilledAgainId, PaymentId, TransactionId, UserId};

use crate::shared::store_error::StoreResult;

/// A driver says that they were billed again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BilledAgain {
    /// Identifier.
    pub id: BilledAgainId,
    /// For which payment.
    pub payment_id: PaymentId,
    /// Its transaction.
    pub transaction_id: TransactionId,
    /// Who paid.
    pub user_id: UserId,
    /// When they said so.
    pub opened_at: DateTime<Utc>,
    /// What came of it, once staff have settled it.
    pub settled: Option<BilledSettled>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BilledSettled {
    /// When.
    pub at: DateTime<Utc>,
    /// Who of the staff.
    pub by: Option<UserId>,
    /// What.
    pub outcome: BilledOutcome,
    /// In the words of staff, which the driver reads.
    pub note: String,
}

/// Drivers who were billed again, in the database.
pub trait BilledAgainCases {
    /// Opens a case for a payment. None when one is open already.
    fn open_case(
        &mut self,
        of: (PaymentId, TransactionId),
        user: UserId,
        at: DateTime<Utc>,
    ) -> StoreResult<Option<BilledAgain>>;
    /// How many a driver has opened since then.
    fn cases_since(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<i64>;
    /// The newest case of each of these payments.
    fn newest_cases(&mut self, payments: &[PaymentId]) -> StoreResult<Vec<BilledAgain>>;
    /// A case.
    fn case(&mut self, id: BilledAgainId) -> StoreResult<Option<BilledAgain>>;
    /// What is open, the oldest first.
    fn open_cases(&mut self, limit: i64) -> StoreResult<Vec<BilledAgain>>;
    /// What was settled, the newest first.
    fn settled_cases(&mut self, limit: i64) -> StoreResult<Vec<BilledAgain>>;
    /// Settles an open case; `false` when somebody has done so already.
    fn settle_case(&mut self, id: BilledAgainId, settled: &BilledSettled) -> StoreResult<bool>;
}
