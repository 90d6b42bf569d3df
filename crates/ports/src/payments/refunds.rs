//! Refunds in the database.

use chrono::{DateTime, Utc};
use domain::payments::payment::Payment;
use domain::payments::refund::{Refund, RefundReason};
use domain::shared::ids::{PaymentId, RefundId, UserId};
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// A refund to be written down before the provider is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRefund {
    /// Of which payment.
    pub payment_id: PaymentId,
    /// How much.
    pub amount: Money,
    /// Why.
    pub reason: RefundReason,
    /// The reason in the words of staff.
    pub note: Option<String>,
    /// Which of the staff asked for it.
    pub requested_by: Option<UserId>,
    /// Unique; sent with every call of the first try.
    pub idempotency_key: String,
    /// Now.
    pub created_at: DateTime<Utc>,
}

/// Until when a refund must have been left alone to be looked at. The older it was when it was last touched, the longer it is left
/// alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefundsBefore {
    /// Now.
    pub now: DateTime<Utc>,
    /// One that is due or pending; and a quarter of its age, six hours at most.
    pub open: DateTime<Utc>,
    /// One whose last try was refused; and half its age.
    pub refused: DateTime<Utc>,
    /// One that was refused and asked for before this is left to staff.
    pub left_to_staff: DateTime<Utc>,
    /// One that has arrived, for a bank may send it back; and its age.
    pub arrived: DateTime<Utc>,
    /// One that arrived and was asked for before this is looked at no more.
    pub forgotten: DateTime<Utc>,
}

/// Refunds in the database.
pub trait Refunds {
    /// Writes a refund down in status `Due`.
    fn insert_refund(&mut self, refund: &NewRefund) -> StoreResult<Refund>;
    /// A refund.
    fn refund(&mut self, id: RefundId) -> StoreResult<Option<Refund>>;
    /// A refund, its row locked until the transaction ends. Its payment is locked before it.
    fn lock_refund(&mut self, id: RefundId) -> StoreResult<Option<Refund>>;
    /// The refund that the provider knows by this id.
    fn refund_by_provider_id(&mut self, provider_refund_id: &str) -> StoreResult<Option<Refund>>;
    /// All refunds of a payment, the oldest first.
    fn refunds_of(&mut self, payment: PaymentId) -> StoreResult<Vec<Refund>>;
    /// Stores what can change of a refund: status, key, provider's id and words, times.
    fn update_refund(&mut self, refund: &Refund) -> StoreResult<()>;
    /// Refunds that reconciliation must look at, the longest untouched first.
    fn refunds_to_look_at(&mut self, before: RefundsBefore, limit: i64) -> StoreResult<Vec<RefundId>>;
    /// Refunds that are due, pending, refused or failed, each with its payment, the oldest first; of one driver, or of all.
    fn refunds_under_way(&mut self, of: Option<UserId>, limit: i64) -> StoreResult<Vec<(Refund, Payment)>>;
}
