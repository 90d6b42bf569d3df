//! Chargebacks in the database.

use chrono::{DateTime, Utc};
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::shared::ids::{ChargebackId, PaymentId, UserId};
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// A chargeback to store for the first time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChargeback {
    /// The payment that the bank questions or took back.
    pub payment_id: PaymentId,
    /// The driver who made the payment.
    pub user_id: UserId,
    /// The payment's confirmation number.
    pub confirmation_number: String,
    /// The provider's id of the chargeback; unique.
    pub provider_id: String,
    /// Amount that the bank claims.
    pub amount: Money,
    /// The provider's reason code.
    pub reason: String,
    /// Deadline for evidence; `None` if the bank accepts none.
    pub evidence_due_by: Option<DateTime<Utc>>,
    /// Status at the provider.
    pub status: ChargebackStatus,
    /// Whether the bank currently holds the money.
    pub is_withdrawn: bool,
    /// When the bank opened the chargeback.
    pub opened_at: DateTime<Utc>,
}

/// Cutoff times for choosing chargebacks to check. A chargeback is due if it was never checked or last
/// checked before its cutoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChargebackCheckTimes {
    /// Cutoff for chargebacks that aren't closed.
    pub open: DateTime<Utc>,
    /// Cutoff for closed chargebacks, which are checked because a bank can reverse its decision.
    pub closed: DateTime<Utc>,
    /// Chargebacks that were closed before this time are never checked again.
    pub oldest_closed: DateTime<Utc>,
}

/// Chargebacks in the database.
pub trait Chargebacks {
    /// Stores a chargeback. The caller must have locked the chargeback's payment, so that only one
    /// process at a time changes the payment's money.
    fn insert_chargeback(&mut self, chargeback: &NewChargeback) -> StoreResult<Chargeback>;
    /// Returns a chargeback by its id.
    fn chargeback(&mut self, id: ChargebackId) -> StoreResult<Option<Chargeback>>;
    /// Returns the chargeback with this provider id.
    fn chargeback_by_provider_id(&mut self, provider_id: &str) -> StoreResult<Option<Chargeback>>;
    /// Returns all chargebacks of a payment, oldest first.
    fn chargebacks_of_payment(&mut self, payment: PaymentId) -> StoreResult<Vec<Chargeback>>;
    /// Returns a driver's chargebacks and bank inquiries that aren't closed, oldest first.
    fn open_chargebacks_of(&mut self, user: UserId) -> StoreResult<Vec<Chargeback>>;
    /// Stores the fields of a chargeback that can change. The caller must have locked the
    /// chargeback's payment, so that only one process at a time changes the payment's money.
    fn update_chargeback(&mut self, chargeback: &Chargeback) -> StoreResult<()>;
    /// Returns chargebacks that reconciliation must check, least recently checked first. A chargeback is due
    /// if it was never checked, or last checked before the time in `before` for its status.
    fn chargebacks_to_check(
        &mut self,
        before: ChargebackCheckTimes,
        limit: i64,
    ) -> StoreResult<Vec<Chargeback>>;
    /// Returns when Lanewise last read the provider's whole list of chargebacks; `None` before the first time.
    fn chargebacks_read_at(&mut self) -> StoreResult<Option<DateTime<Utc>>>;
    /// Stores when Lanewise read the provider's whole list of chargebacks.
    fn set_chargebacks_read_at(&mut self, read_at: DateTime<Utc>) -> StoreResult<()>;
}
