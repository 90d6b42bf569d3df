//! Refunds in the database.

use chrono::{DateTime, Utc};
use domain::payments::payment::Payment;
use domain::payments::refund::{Refund, RefundReason};
use domain::shared::ids::{PaymentId, RefundId, UserId};
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// A refund to store before the provider is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRefund {
    /// The payment to refund.
    pub payment_id: PaymentId,
    /// Amount to refund of the payment.
    pub amount: Money,
    /// Why it is refunded.
    pub reason: RefundReason,
    /// Staff's reason in their own words.
    pub note: Option<String>,
    /// The staff member who requested it, if one did.
    pub requested_by: Option<UserId>,
    /// Unique, and sent with every call of the first attempt.
    pub idempotency_key: String,
    /// When the refund is stored.
    pub created_at: DateTime<Utc>,
}

/// Cutoff times for choosing refunds to check: those last changed before them are due. The older a refund was at its
/// last change, the longer it waits for the next check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefundCheckTimes {
    /// The time of the check.
    pub now: DateTime<Utc>,
    /// Cutoff for refunds that are due or pending. They also wait a quarter of the age they had at their last change,
    /// at most six hours.
    pub open: DateTime<Utc>,
    /// Cutoff for refunds whose last attempt was refused. They also wait half the age they had at their last change.
    pub refused: DateTime<Utc>,
    /// Refused refunds requested before this are left to staff.
    pub left_to_staff: DateTime<Utc>,
    /// Cutoff for completed refunds, which are checked because a bank may return them. They also wait as long as the
    /// age they had at their last change.
    pub arrived: DateTime<Utc>,
    /// Completed refunds requested before this are never checked again.
    pub forgotten: DateTime<Utc>,
}

/// Refunds in the database.
pub trait Refunds {
    /// Stores a refund with status `Due`.
    fn insert_refund(&mut self, refund: &NewRefund) -> StoreResult<Refund>;
    /// Returns a refund by its id.
    fn refund(&mut self, id: RefundId) -> StoreResult<Option<Refund>>;
    /// Locks a refund until the transaction ends. The caller locks its payment first.
    fn lock_refund(&mut self, id: RefundId) -> StoreResult<Option<Refund>>;
    /// Returns the refund with this provider id.
    fn refund_by_provider_id(&mut self, provider_refund_id: &str) -> StoreResult<Option<Refund>>;
    /// Returns all refunds of a payment, oldest first.
    fn refunds_of(&mut self, payment: PaymentId) -> StoreResult<Vec<Refund>>;
    /// Stores the fields of a refund that can change: status, key, provider id and message, times.
    fn update_refund(&mut self, refund: &Refund) -> StoreResult<()>;
    /// Returns refunds due for reconciliation, least recently checked first.
    fn refunds_to_check(&mut self, before: RefundCheckTimes, limit: i64) -> StoreResult<Vec<RefundId>>;
    /// Returns refunds that are due, pending, refused or failed, with their payments, oldest first: of one
    /// driver, or of all.
    fn refunds_under_way(&mut self, of: Option<UserId>, limit: i64) -> StoreResult<Vec<(Refund, Payment)>>;
}
