//! Lost payments: the provider received their money, but a restored backup doesn't contain them.

use chrono::{DateTime, Utc};
use domain::payments::payment::Payment;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;

use crate::payments::records::NewPayment;
use crate::shared::store_error::StoreResult;

/// A payment that succeeded at the provider but isn't in the database, usually because an older backup was restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostPayment {
    /// The provider's id of the payment's intent.
    pub intent_id: String,
    /// Amount that the provider received.
    pub amount: Money,
    /// Confirmation number from the intent's labels.
    pub confirmation_number: String,
    /// The driver who paid.
    pub user_id: UserId,
    /// The paid item or lawyer, if the intent names it and the driver still has it.
    pub item: Option<Payable>,
    /// When the payment's intent was created.
    pub started_at: DateTime<Utc>,
    /// When Lanewise first detected the lost payment.
    pub seen_at: DateTime<Utc>,
}

/// A lost payment that staff add to the database again, with its intent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RebuiltPayment {
    /// The payment to add, with the confirmation number from the intent's labels.
    pub payment: NewPayment,
    /// The provider's id of the payment's intent.
    pub intent_id: String,
    /// When staff add the payment to the database again.
    pub rebuilt_at: DateTime<Utc>,
}

/// Lost payments in the database.
pub trait LostPayments {
    /// Stores a lost payment; `false` if it was already stored. Its intent must already be stored as
    /// money without a payment.
    fn store_lost_payment_if_new(&mut self, lost: &LostPayment) -> StoreResult<bool>;
    /// Returns lost payments that staff haven't resolved, oldest first. If `user` is `None`, returns
    /// those of all drivers.
    fn lost_payments(&mut self, user: Option<UserId>, limit: i64) -> StoreResult<Vec<LostPayment>>;
    /// Returns a lost payment by its intent's id, resolved or not.
    fn lost_payment(&mut self, intent_id: &str) -> StoreResult<Option<LostPayment>>;
    /// Whether staff still have to resolve a lost payment for this item. The item's payment and its
    /// lawyer's payment both count.
    fn has_lost_payment(&mut self, item: Payable) -> StoreResult<bool>;
    /// Adds a lost payment to the database again, with the status `Cancelled`.
    fn insert_rebuilt_payment(&mut self, payment: &RebuiltPayment) -> StoreResult<Payment>;
    /// Whether a payment has this confirmation number.
    fn has_payment_numbered(&mut self, confirmation_number: &str) -> StoreResult<bool>;
}
