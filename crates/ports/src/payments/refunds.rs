//! Refunds in the database.

use chrono::{DateTime, Utc};
use domain::payments::payment::Payment;
use domain::payments::refund::{Refund, RefundPayer, RefundReason};
use domain::shared::ids::{PaymentId, RefundId, UserId};
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// A new refund, which Lanewise stores before it calls the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRefund {
    /// The payment to refund.
    pub payment_id: PaymentId,
    /// Amount to refund, all or part of the payment's amount.
    pub amount: Money,
    /// Why the money is refunded.
    pub reason: RefundReason,
    /// The reason that staff wrote; `None` if they wrote none.
    pub note: Option<String>,
    /// The staff member who requested the refund; `None` if a rule or the provider started it.
    pub requested_by: Option<UserId>,
    /// Idempotency key of the first attempt. Every request of that attempt sends the same key.
    pub idempotency_key: String,
    /// When the refund is stored.
    pub created_at: DateTime<Utc>,
    /// Who bears the cost of a refund under the guarantee; `None` for other refunds.
    pub guarantee_payer: Option<RefundPayer>,
}

/// Cutoff times for choosing refunds to check at the provider. A refund is checked only if it last changed before the
/// cutoff for its status. The older a refund was at its last change, the later its next check is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefundCheckTimes {
    /// The time of the check.
    pub now: DateTime<Utc>,
    /// Cutoff for refunds that are due or pending.
    pub open: DateTime<Utc>,
    /// Cutoff for refunds that the provider refused.
    pub refused: DateTime<Utc>,
    /// Refused refunds that were created before this time aren't checked.
    pub oldest_refused: DateTime<Utc>,
    /// Cutoff for completed refunds, which are checked because a bank may return the money.
    pub arrived: DateTime<Utc>,
    /// Completed refunds that were created before this time are never checked again.
    pub oldest_arrived: DateTime<Utc>,
}

/// Refunds in the database.
pub trait Refunds {
    /// Stores a refund with the status `Due`.
    fn insert_refund(&mut self, refund: &NewRefund) -> StoreResult<Refund>;
    /// Returns a refund by its id.
    fn refund(&mut self, id: RefundId) -> StoreResult<Option<Refund>>;
    /// Locks a refund until the transaction ends and returns it. The caller must have locked the
    /// refund's payment first; this order of locks prevents deadlocks.
    fn lock_refund(&mut self, id: RefundId) -> StoreResult<Option<Refund>>;
    /// Returns the refund with this provider id.
    fn refund_by_provider_id(&mut self, provider_refund_id: &str) -> StoreResult<Option<Refund>>;
    /// Returns all refunds of a payment, oldest first.
    fn refunds_of(&mut self, payment: PaymentId) -> StoreResult<Vec<Refund>>;
    /// Stores the fields of a refund that can change: status, idempotency key, provider id and message, and times.
    fn update_refund(&mut self, refund: &Refund) -> StoreResult<()>;
    /// Returns refunds that reconciliation must check, least recently checked first. A refund is due if it
    /// last changed before the time in `before` for its status.
    fn refunds_to_check(&mut self, before: RefundCheckTimes, limit: i64) -> StoreResult<Vec<RefundId>>;
    /// Returns refunds that are due, pending, refused or failed, with their payments, oldest first. If `user`
    /// is `None`, returns those of all drivers.
    fn refunds_under_way(&mut self, user: Option<UserId>, limit: i64) -> StoreResult<Vec<(Refund, Payment)>>;
}
