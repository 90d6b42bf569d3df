//! Chargebacks in the database.

use chrono::{DateTime, Utc};
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::shared::ids::{ChargebackId, PaymentId, UserId};
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// A chargeback that was heard of for the first time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChargeback {
    /// Of which payment.
    pub payment_id: PaymentId,
    /// Whose payment.
    pub user_id: UserId,
    /// The payment's number.
    pub confirmation_number: String,
    /// The provider's id; unique.
    pub provider_id: String,
    /// How much the bank wants.
    pub amount: Money,
    /// Why, in the provider's word.
    pub reason: String,
    /// Until when evidence is taken.
    pub evidence_due_by: Option<DateTime<Utc>>,
    /// Status.
    pub status: ChargebackStatus,
    /// The bank holds the money just now.
    pub is_withdrawn: bool,
    /// Opened by the bank at.
    pub opened_at: DateTime<Utc>,
}

/// Until when a chargeback must have been left alone to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChargebacksBefore {
    /// One that is not over.
    pub open: DateTime<Utc>,
    /// One that is over: a bank may decide once more.
    pub over: DateTime<Utc>,
    /// One that was over before this is looked at no more.
    pub forgotten: DateTime<Utc>,
}

/// Chargebacks in the database.
pub trait Chargebacks {
    /// Writes a chargeback down. Its payment is locked before it.
    fn insert_chargeback(&mut self, chargeback: &NewChargeback) -> StoreResult<Chargeback>;
    /// A chargeback.
    fn chargeback(&mut self, id: ChargebackId) -> StoreResult<Option<Chargeback>>;
    /// The chargeback that the provider knows by this id.
    fn chargeback_by_provider_id(&mut self, provider_id: &str) -> StoreResult<Option<Chargeback>>;
    /// All chargebacks of a payment, the oldest first.
    fn chargebacks_of(&mut self, payment: PaymentId) -> StoreResult<Vec<Chargeback>>;
    /// A driver's chargebacks and bank inquiries that are not over, the oldest first.
    fn open_chargebacks_of(&mut self, user: UserId) -> StoreResult<Vec<Chargeback>>;
    /// Stores what can change of a chargeback. Its payment is locked before it.
    fn update_chargeback(&mut self, chargeback: &Chargeback) -> StoreResult<()>;
    /// Chargebacks that reconciliation must ask the provider about, the longest untouched first.
    fn chargebacks_to_look_at(
        &mut self,
        before: ChargebacksBefore,
        limit: i64,
    ) -> StoreResult<Vec<Chargeback>>;
    /// When the provider's list of chargebacks was last read to its end; none before the first time.
    fn chargebacks_read_at(&mut self) -> StoreResult<Option<DateTime<Utc>>>;
    /// Notes that it was read.
    fn set_chargebacks_read_at(&mut self, at: DateTime<Utc>) -> StoreResult<()>;
}
