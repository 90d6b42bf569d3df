//! Payments that a restored backup lost, in the database.

use chrono::{DateTime, Utc};
use domain::payments::payment::Payment;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;

use crate::shared::store_error::StoreResult;

/// A payment of this installation that succeeded at the provider but isn't in the database, for example because an
/// older backup was restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostPayment {
    /// The provider's id of its intent.
    pub intent_id: String,
    /// Amount that the provider received.
    pub amount: Money,
    /// Confirmation number from the intent's labels.
    pub confirmation_number: String,
    /// The driver who paid.
    pub user_id: UserId,
    /// The paid item or lawyer, if the intent names it and the driver still has it.
    pub item: Option<Payable>,
    /// When its intent was created.
    pub started_at: DateTime<Utc>,
    /// When it was first detected.
    pub seen_at: DateTime<Utc>,
}

/// A lost payment to store again, with its intent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RebuiltPayment {
    /// The driver who paid.
    pub user_id: UserId,
    /// The paid item or lawyer.
    pub payable: Payable,
    /// Amount of the payment.
    pub amount: Money,
    /// New idempotency key; unique among payments.
    pub idempotency_key: String,
    /// Confirmation number from the intent's labels.
    pub confirmation_number: String,
    /// The provider's id of its intent.
    pub intent_id: String,
    /// When its intent was created.
    pub started_at: DateTime<Utc>,
    /// When it is stored again.
    pub rebuilt_at: DateTime<Utc>,
}

/// Lost payments in the database.
pub trait LostPayments {
    /// Stores a lost payment once, together with its orphan; `false` if it was already stored.
    fn record_lost_payment(&mut self, lost: &LostPayment) -> StoreResult<bool>;
    /// Returns lost payments that staff haven't resolved, oldest first: of one driver, or of all.
    fn lost_payments(&mut self, of: Option<UserId>, limit: i64) -> StoreResult<Vec<LostPayment>>;
    /// Returns a lost payment, resolved or not.
    fn lost_payment(&mut self, intent_id: &str) -> StoreResult<Option<LostPayment>>;
    /// Whether staff still have to resolve a lost payment for this item. A ticket and its lawyer count as one.
    fn has_lost_payment(&mut self, item: Payable) -> StoreResult<bool>;
    /// Stores a lost payment with status `Cancelled`, from which its intent's success settles it.
    fn insert_rebuilt_payment(&mut self, payment: &RebuiltPayment) -> StoreResult<Payment>;
    /// Whether a payment has this confirmation number.
    fn has_payment_numbered(&mut self, confirmation_number: &str) -> StoreResult<bool>;
}
