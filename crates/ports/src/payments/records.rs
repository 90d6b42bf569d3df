//! Payments, the provider's events and the books.

use chrono::{DateTime, Utc};
use domain::payments::ownership::Mismatch;
use domain::payments::payment::{Payment, PaymentTransaction, TransactionStatus};
use domain::shared::ids::{PaymentId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;

use crate::payments::events::ProviderEvent;
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
    /// When the card was charged.
    pub created_at: DateTime<Utc>,
    /// Now.
    pub recorded_at: DateTime<Utc>,
}

/// Money that succeeded at the provider and is no payment of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrphanIntent {
    /// The provider's id.
    pub intent_id: String,
    /// What was taken, in the smallest unit of its currency.
    pub amount: Money,
    /// As the provider writes it.
    pub currency: String,
    /// What does not agree with our payment.
    pub reason: Mismatch,
    /// First seen at.
    pub seen_at: DateTime<Utc>,
}

/// Which live payments are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveBefore {
    /// All that were last touched before this.
    Touched(DateTime<Utc>),
    /// Those whose create call got no answer, last touched before this.
    Unopened(DateTime<Utc>),
    /// Open ones that a bank is at work on, last touched before this.
    Processing(DateTime<Utc>),
    /// Open ones that are old.
    Begun {
        /// Begun before this.
        begun: DateTime<Utc>,
        /// Last touched before this.
        touched: DateTime<Utc>,
    },
    /// Open ones that are young.
    Young {
        /// Now.
        now: DateTime<Utc>,
        /// Last touched before this.
        touched: DateTime<Utc>,
        /// Begun after this.
        begun: DateTime<Utc>,
        /// So many times as long ago was the last touch as it was after the begin.
        slowing: i32,
    },
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
    /// Stores whether the driver confirmed paying a ticket despite the lawyer at work on it.
    fn note_despite_lawyer(&mut self, payment: PaymentId, is_confirmed: bool) -> StoreResult<()>;
    /// Whether the driver confirmed that; `None` for a payment from before this was stored.
    fn despite_lawyer(&mut self, payment: PaymentId) -> StoreResult<Option<bool>>;
    /// Whether a settled payment stands behind an item's being paid.
    fn is_settled_by_payment(&mut self, payable: Payable) -> StoreResult<bool>;
    /// Stores what can change of a payment: status, provider's ids, client secret, amount received, times.
    fn update_payment(&mut self, payment: &Payment) -> StoreResult<()>;
    /// Live payments that reconciliation must look at, the longest untouched first.
    fn live_payments(&mut self, which: LiveBefore, limit: i64) -> StoreResult<Vec<Payment>>;
    /// A driver's payments that are live, or whose money must go back, in the order in which they were begun.
    fn moving_payments_of(&mut self, user: UserId) -> StoreResult<Vec<Payment>>;
    /// Keeps a provider's event, with its body if nobody could read it; `false` when it was there already.
    fn record_event(&mut self, event: &ProviderEvent, received_at: DateTime<Utc>) -> StoreResult<bool>;
    /// The random id of this installation, which every intent made here carries.
    fn installation(&mut self) -> StoreResult<String>;
    /// Notes money that is no payment of ours, once.
    fn record_orphan(&mut self, orphan: &OrphanIntent) -> StoreResult<()>;
    /// Writes a transaction into the books.
    fn insert_transaction(&mut self, transaction: &NewTransaction) -> StoreResult<PaymentTransaction>;
    /// A transaction.
    fn transaction(&mut self, id: TransactionId) -> StoreResult<Option<PaymentTransaction>>;
    /// The transaction of a payment.
    fn transaction_of(&mut self, payment: PaymentId) -> StoreResult<Option<PaymentTransaction>>;
    /// Stores what of a transaction has gone back, and whether that is all of it.
    fn set_transaction_refunded(
        &mut self,
        id: TransactionId,
        refunded: Money,
        status: TransactionStatus,
    ) -> StoreResult<()>;
}
