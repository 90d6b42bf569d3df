//! Payments, the provider's events and the books.

use chrono::{DateTime, Utc};
use domain::payments::payment::{Payment, PaymentTransaction};
use domain::shared::ids::{PaymentId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;

use crate::payments::gateway::ProviderEvent;
use crate::shared::store_error::StoreResult;

/// A payment to be written down before the provider is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPayment {
    /// Who pays.
    pub user_id: UserId,
    /// For what.
    pub payable: Payable,
    /// How much.
    pub amount: Money,
    /// Unique; sent with every try.
    pub idempotency_key: String,
    /// Unique; the transaction or hire will carry it.
    pub confirmation_number: String,
    /// Now.
    pub created_at: DateTime<Utc>,
}

/// A transaction to be written into the books. Its fees and number are already decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTransaction {
    /// Who paid.
    pub user_id: UserId,
    /// The payment behind it.
    pub payment_id: PaymentId,
    /// For what; never `Lawyer`.
    pub payable: Payable,
    /// Violation or road.
    pub violation_type: Option<String>,
    /// What was paid.
    pub amount: Money,
    /// Recorded processing fee.
    pub processing_fee: Money,
    /// Recorded own fee.
    pub our_fee: Money,
    /// The payment's number.
    pub confirmation_number: String,
    /// Now.
    pub created_at: DateTime<Utc>,
}

/// Payments and the books in the database.
pub trait Payments {
    /// Writes a payment down in status `Creating`. `Duplicate(LivePayment)` when the item has a live one
    /// (status `Creating`, `TimedOut` or `Open`).
    fn insert_payment(&mut self, payment: &NewPayment) -> StoreResult<Payment>;
    /// The live payment of an item, if any, its row locked until the transaction ends.
    fn lock_live_payment(&mut self, payable: Payable) -> StoreResult<Option<Payment>>;
    /// A payment.
    fn payment(&mut self, id: PaymentId) -> StoreResult<Option<Payment>>;
    /// A payment, its row locked until the transaction ends.
    fn lock_payment(&mut self, id: PaymentId) -> StoreResult<Option<Payment>>;
    /// The payment of a provider's intent.
    fn payment_by_intent(&mut self, intent_id: &str) -> StoreResult<Option<Payment>>;
    /// The newest settled payment of an item.
    fn settled_payment(&mut self, payable: Payable) -> StoreResult<Option<Payment>>;
    /// Stores what can change of a payment: status, provider's ids, client secret, amount received, times.
    fn update_payment(&mut self, payment: &Payment) -> StoreResult<()>;
    /// Payments that reconciliation must look at (live, or with a refund under way), last changed before `before`, or, where
    /// the last refund failed, before `failed_before`; the longest untouched first.
    fn unfinished_payments(
        &mut self,
        before: DateTime<Utc>,
        failed_before: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<Payment>>;
    /// A driver's payments whose money may still move, in the order in which they were begun.
    fn moving_payments_of(&mut self, user: UserId) -> StoreResult<Vec<Payment>>;
    /// Keeps a provider's event with its body; `false` when it was there already.
    fn record_event(&mut self, event: &ProviderEvent, received_at: DateTime<Utc>) -> StoreResult<bool>;
    /// Writes a transaction into the books.
    fn insert_transaction(&mut self, transaction: &NewTransaction) -> StoreResult<PaymentTransaction>;
    /// A transaction.
    fn transaction(&mut self, id: TransactionId) -> StoreResult<Option<PaymentTransaction>>;
    /// The transaction of a payment.
    fn transaction_of(&mut self, payment: PaymentId) -> StoreResult<Option<PaymentTransaction>>;
    /// Marks a transaction refunded.
    fn mark_transaction_refunded(&mut self, id: TransactionId) -> StoreResult<()>;
}
