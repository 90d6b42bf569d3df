//! Payments, provider events, money without a payment, and transactions.

use chrono::{DateTime, Utc};
use domain::payments::ownership::Mismatch;
use domain::payments::payment::{Payment, PaymentTransaction, TransactionStatus};
use domain::shared::ids::{PaymentId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;

use crate::payments::events::ProviderEvent;
use crate::shared::store_error::StoreResult;

/// A new payment, which Lanewise stores before it calls the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPayment {
    /// The driver who pays.
    pub user_id: UserId,
    /// The item to pay, or the ticket to hire a lawyer for.
    pub payable: Payable,
    /// Amount to collect from the card.
    pub amount: Money,
    /// Unique key that is sent with every attempt to create the intent.
    pub idempotency_key: String,
    /// Unique number that the transaction or hire also gets.
    pub confirmation_number: String,
    /// Whether the driver confirmed paying a ticket although a lawyer works on it. `None` for other items.
    pub is_despite_lawyer: Option<bool>,
    /// When the payment starts.
    pub created_at: DateTime<Utc>,
}

/// A new transaction to store. Its fees and confirmation number are already decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTransaction {
    /// The driver who paid.
    pub user_id: UserId,
    /// The payment that paid the item.
    pub payment_id: PaymentId,
    /// The item that was paid; never `Lawyer`.
    pub payable: Payable,
    /// The item's violation type or toll road; `None` if unknown.
    pub violation_type: Option<String>,
    /// Amount that was paid for the item.
    pub amount: Money,
    /// Processing fee on record, which no driver is charged.
    pub processing_fee: Money,
    /// Our fee on record, which no driver is charged.
    pub our_fee: Money,
    /// The payment's confirmation number.
    pub confirmation_number: String,
    /// When the card was charged.
    pub created_at: DateTime<Utc>,
    /// When the transaction is recorded.
    pub recorded_at: DateTime<Utc>,
}

/// Money that the provider collected and that belongs to none of our payments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrphanIntent {
    /// The provider's id of the intent.
    pub intent_id: String,
    /// Amount received, in the currency's smallest unit.
    pub amount: Money,
    /// Currency as the provider writes it.
    pub currency: String,
    /// The first value in which the intent disagrees with our payments, such as the amount.
    pub reason: Mismatch,
    /// When Lanewise first detected the money.
    pub seen_at: DateTime<Utc>,
}

/// Which open payments to check at the provider. Each check updates the time of the payment's last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenPaymentFilter {
    /// All payments with the status `Creating`, `TimedOut` or `Open` that last changed before this time.
    ChangedBefore(DateTime<Utc>),
    /// Payments with the status `Creating` or `TimedOut`, whose intent we don't know, last changed before this time.
    WithoutIntent(DateTime<Utc>),
    /// Open payments that the driver's bank is processing, last changed before this time.
    Processing(DateTime<Utc>),
    /// Open payments that were started before `started_before` and last changed before `changed_before`.
    Started {
        /// Payments started before this time.
        started_before: DateTime<Utc>,
        /// Payments last changed before this time.
        changed_before: DateTime<Utc>,
    },
    /// Open payments that were started after `started_after` and last changed before `changed_before`.
    Recent {
        /// The time of the check.
        now: DateTime<Utc>,
        /// Payments last changed before this time.
        changed_before: DateTime<Utc>,
        /// Payments started after this time.
        started_after: DateTime<Utc>,
        /// Factor by which checks of older payments are delayed. The wait until the next check is
        /// the payment's age at its last change, times this factor.
        slowing: i32,
    },
}

/// Payments and transactions in the database.
pub trait Payments {
    /// Stores a payment with the status `Creating`. Fails with `Duplicate(LivePayment)` if the same item or
    /// lawyer has another payment with the status `Creating`, `TimedOut` or `Open`.
    fn insert_payment(&mut self, payment: &NewPayment) -> StoreResult<Payment>;
    /// Locks the payment for this item or lawyer that has the status `Creating`, `TimedOut` or `Open`, until
    /// the transaction ends, and returns the payment.
    fn lock_live_payment(&mut self, payable: Payable) -> StoreResult<Option<Payment>>;
    /// Returns a payment by its id.
    fn payment(&mut self, id: PaymentId) -> StoreResult<Option<Payment>>;
    /// Locks a payment until the transaction ends.
    fn lock_payment(&mut self, id: PaymentId) -> StoreResult<Option<Payment>>;
    /// Returns the payment of a provider intent.
    fn payment_by_intent(&mut self, intent_id: &str) -> StoreResult<Option<Payment>>;
    /// Stores whether the driver confirmed paying a ticket while a lawyer is working on it.
    fn set_despite_lawyer_confirmed(&mut self, payment: PaymentId, is_confirmed: bool) -> StoreResult<()>;
    /// Whether the driver confirmed paying a ticket while a lawyer was working on it; `None` if unknown.
    fn was_paid_despite_lawyer(&mut self, payment: PaymentId) -> StoreResult<Option<bool>>;
    /// Whether a settled payment paid this item (false if staff marked it paid).
    fn is_settled_by_payment(&mut self, payable: Payable) -> StoreResult<bool>;
    /// Stores the fields of a payment that can change: status, intent id, client secret, amounts and times.
    fn update_payment(&mut self, payment: &Payment) -> StoreResult<()>;
    /// Returns open payments due for reconciliation, least recently checked first.
    fn payments_to_reconcile(&mut self, filter: OpenPaymentFilter, limit: i64) -> StoreResult<Vec<Payment>>;
    /// Returns a driver's payments with the status `Creating`, `TimedOut`, `Open` or `RefundDue`, in the order
    /// in which they were started.
    fn unfinished_payments_of(&mut self, user: UserId) -> StoreResult<Vec<Payment>>;
    /// Stores a provider event; `false` if the event was already stored. Stores the body only if
    /// it couldn't be parsed.
    fn record_provider_event(
        &mut self,
        event: &ProviderEvent,
        received_at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Returns the random id of this installation. Every intent created by this installation has it as a label.
    fn installation_id(&mut self) -> StoreResult<String>;
    /// Stores money without a payment, unless it is already stored.
    fn store_orphan_if_new(&mut self, orphan: &OrphanIntent) -> StoreResult<()>;
    /// Stores a transaction and returns it.
    fn insert_transaction(&mut self, transaction: &NewTransaction) -> StoreResult<PaymentTransaction>;
    /// Returns a transaction by its id.
    fn transaction(&mut self, id: TransactionId) -> StoreResult<Option<PaymentTransaction>>;
    /// Returns the transaction of a payment.
    fn transaction_of_payment(&mut self, payment: PaymentId) -> StoreResult<Option<PaymentTransaction>>;
    /// Stores a transaction's refunded amount and its status.
    fn set_transaction_refunded(
        &mut self,
        id: TransactionId,
        refunded: Money,
        status: TransactionStatus,
    ) -> StoreResult<()>;
}
