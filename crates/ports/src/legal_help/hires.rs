//! Lawyer hires.

use chrono::{DateTime, Utc};
use domain::legal_help::hire::{ContactMethod, HireStatus, LawyerHire};
use domain::shared::ids::{HireId, PaymentId, TicketId, UserId};
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// A hire to store, with status `Pending`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewHire {
    /// The driver who hires the lawyer.
    pub user_id: UserId,
    /// The ticket that the lawyer is hired for.
    pub ticket_id: TicketId,
    /// The payment that paid for the hire.
    pub payment_id: PaymentId,
    /// The ticket's violation type; `None` if unknown.
    pub violation_type: Option<String>,
    /// Amount paid: the lawyer's price.
    pub amount: Money,
    /// The payment's confirmation number.
    pub confirmation_number: String,
    /// When the card was charged.
    pub created_at: DateTime<Utc>,
    /// When the hire is recorded.
    pub recorded_at: DateTime<Utc>,
}

/// Totals of the fees for lawyers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeeTotals {
    /// Fees that we hold for drivers and lawyers.
    pub held: Money,
    /// Fees that were sent to lawyers, minus the amounts that they returned.
    pub sent: Money,
    /// Fees that lawyers or the operator's firm have earned.
    pub earned: Money,
    /// Fees that lawyers must return.
    pub to_recover: Money,
}

/// Lawyer hires in the database.
pub trait Hires {
    /// Stores a hire and returns it. Fails with `Duplicate(Other)` if the payment already has a hire.
    fn insert_hire(&mut self, hire: &NewHire) -> StoreResult<LawyerHire>;
    /// Returns a hire by its id.
    fn hire(&mut self, id: HireId) -> StoreResult<Option<LawyerHire>>;
    /// Locks a hire until the transaction ends. The caller must have locked the hire's payment
    /// first; this order of locks prevents deadlocks.
    fn lock_hire(&mut self, id: HireId) -> StoreResult<Option<LawyerHire>>;
    /// Returns the hire of a payment.
    fn hire_of_payment(&mut self, payment: PaymentId) -> StoreResult<Option<LawyerHire>>;
    /// Returns the totals of the fees for lawyers.
    fn fee_totals(&mut self) -> StoreResult<FeeTotals>;
    /// Whether the ticket has a hire that keeps the driver from hiring another lawyer.
    fn has_active_hire(&mut self, ticket: TicketId) -> StoreResult<bool>;
    /// Returns a driver's hires whose cases are open.
    fn open_hires(&mut self, user: UserId) -> StoreResult<Vec<LawyerHire>>;
    /// Sets the status; `None` if the hire doesn't exist. The caller must have checked that the change is allowed.
    fn set_hire_status(&mut self, id: HireId, status: HireStatus) -> StoreResult<Option<LawyerHire>>;
    /// Marks a hire as solved or unsolved; `None` if the hire doesn't exist.
    fn set_hire_solved(&mut self, id: HireId, is_solved: bool) -> StoreResult<Option<LawyerHire>>;
    /// Stores how to contact the driver: the method, and as `value` the phone number, the email address or both.
    /// Returns `None` if the hire doesn't exist.
    fn set_hire_contact(
        &mut self,
        id: HireId,
        method: ContactMethod,
        value: &str,
    ) -> StoreResult<Option<LawyerHire>>;
}
