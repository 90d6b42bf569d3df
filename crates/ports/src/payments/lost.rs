//! Payments that a restored backup has lost, in the database.

use chrono::{DateTime, Utc};
use domain::payments::payment::Payment;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;

use crate::shared::store_error::StoreResult;

/// A payment of this installation that succeeded at the provider and that the database doesn't know, as after an older backup was
/// restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostPayment {
    /// The provider's id of its intent.
    pub intent_id: String,
    /// What was taken.
    pub amount: Money,
    /// The number it had.
    pub confirmation_number: String,
    /// Who paid.
    pub user_id: UserId,
    /// What was paid for, if the intent says so and that driver still has it.
    pub item: Option<Payable>,
    /// Its intent was made at.
    pub started_at: DateTime<Utc>,
    /// First seen at.
    pub seen_at: DateTime<Utc>,
}

/// A lost payment to be written down again, with the intent it was paid by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RebuiltPayment {
    /// Who paid.
    pub user_id: UserId,
    /// For what.
    pub payable: Payable,
    /// How much was asked.
    pub amount: Money,
    /// Unique.
    pub idempotency_key: String,
    /// The number it had.
    pub confirmation_number: String,
    /// The provider's id of its intent.
    pub intent_id: String,
    /// Its intent was made at.
    pub started_at: DateTime<Utc>,
    /// Now.
    pub rebuilt_at: DateTime<Utc>,
}

/// Lost payments in the database.
pub trait LostPayments {
    /// Stores a lost payment, once, beside its orphan; `false` when it was stored already.
    fn record_lost_payment(&mut self, lost: &LostPayment) -> StoreResult<bool>;
    /// Lost payments that staff have not decided about, the longest known first: of one driver, or of all.
    fn lost_payments(&mut self, of: Option<UserId>, limit: i64) -> StoreResult<Vec<LostPayment>>;
    /// A lost payment, whether or not staff have decided about it.
    fn lost_payment(&mut self, intent_id: &str) -> StoreResult<Option<LostPayment>>;
    /// Whether staff have yet to decide about a lost payment of this item; a ticket and its lawyer count as one.
    fn has_lost_payment(&mut self, item: Payable) -> StoreResult<bool>;
    /// Writes a lost payment down in status `Cancelled`, from which its intent's success settles it.
    fn insert_rebuilt_payment(&mut self, payment: &RebuiltPayment) -> StoreResult<Payment>;
    /// Whether a payment has this confirmation number.
    fn has_payment_numbered(&mut self, confirmation_number: &str) -> StoreResult<bool>;
}
