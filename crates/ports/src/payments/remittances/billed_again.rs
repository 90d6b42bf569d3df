//! Drivers' reports that they were billed again for a paid item, in the database
//! (docs/product/money-to-authorities.md#billed-again).

use chrono::{DateTime, Utc};
use domain::payments::remittances::billed_again::SecondBillOutcome;
use domain::shared::ids::{PaymentId, SecondBillId, TransactionId, UserId};

use crate::shared::store_error::StoreResult;

/// A driver's report that they were billed again for a paid item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondBill {
    /// Id of the second bill.
    pub id: SecondBillId,
    /// The payment of the item that was billed again.
    pub payment_id: PaymentId,
    /// The transaction that recorded the payment.
    pub transaction_id: TransactionId,
    /// The driver who paid.
    pub user_id: UserId,
    /// When the driver reported the second bill.
    pub opened_at: DateTime<Utc>,
    /// How staff resolved the second bill; `None` while it is open.
    pub settled: Option<SecondBillResolution>,
}

/// How staff resolved a second bill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondBillResolution {
    /// When staff resolved the second bill.
    pub at: DateTime<Utc>,
    /// The staff member who resolved the second bill; `None` if that user's account was deleted.
    pub by: Option<UserId>,
    /// Outcome of the driver's report.
    pub outcome: SecondBillOutcome,
    /// Staff's note, shown to the driver.
    pub note: String,
}

/// Second bills in the database.
pub trait SecondBills {
    /// Opens a report that a driver was billed again after paying. `None` if the payment already has an open report.
    fn open_second_bill(
        &mut self,
        payment: PaymentId,
        transaction: TransactionId,
        user: UserId,
        opened_at: DateTime<Utc>,
    ) -> StoreResult<Option<SecondBill>>;
    /// Counts the reports of second bills that a driver opened after the time `since`.
    fn count_second_bills_since(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<i64>;
    /// Returns the newest report of a second bill for each of these payments.
    fn newest_second_bills(&mut self, payments: &[PaymentId]) -> StoreResult<Vec<SecondBill>>;
    /// Returns a report of a second bill by its id.
    fn second_bill(&mut self, id: SecondBillId) -> StoreResult<Option<SecondBill>>;
    /// Returns open reports of second bills, oldest first.
    fn open_second_bills(&mut self, limit: i64) -> StoreResult<Vec<SecondBill>>;
    /// Returns resolved reports of second bills, most recently resolved first.
    fn resolved_second_bills(&mut self, limit: i64) -> StoreResult<Vec<SecondBill>>;
    /// Resolves an open report of a second bill; `false` if it was already resolved.
    fn resolve_second_bill(&mut self, id: SecondBillId, settled: &SecondBillResolution) -> StoreResult<bool>;
}
