//! Lawyer hires.

use chrono::{DateTime, Utc};
use domain::legal_help::hire::{ContactMethod, HireStatus, LawyerHire};
use domain::shared::ids::{HireId, PaymentId, TicketId, UserId};
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// A hire to be recorded, in status Pending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewHire {
    /// Who hired.
    pub user_id: UserId,
    /// For which ticket.
    pub ticket_id: TicketId,
    /// The payment behind it.
    pub payment_id: PaymentId,
    /// The ticket's violation.
    pub violation_type: Option<String>,
    /// What was paid.
    pub amount: Money,
    /// The payment's number.
    pub confirmation_number: String,
    /// When the card was charged.
    pub created_at: DateTime<Utc>,
    /// Now.
    pub recorded_at: DateTime<Utc>,
}

/// Lawyer hires in the database.
pub trait Hires {
    /// Records a hire.
    fn insert_hire(&mut self, hire: &NewHire) -> StoreResult<LawyerHire>;
    /// A hire.
    fn hire(&mut self, id: HireId) -> StoreResult<Option<LawyerHire>>;
    /// A hire, held until the transaction ends. Never before its payment is.
    fn lock_hire(&mut self, id: HireId) -> StoreResult<Option<LawyerHire>>;
    /// The hire of a payment.
    fn hire_of(&mut self, payment: PaymentId) -> StoreResult<Option<LawyerHire>>;
    /// Whether the ticket has a hire that is not cancelled.
    fn has_active_hire(&mut self, ticket: TicketId) -> StoreResult<bool>;
    /// A driver's hires that are neither done nor cancelled.
    fn hires_at_work(&mut self, user: UserId) -> StoreResult<Vec<LawyerHire>>;
    /// Sets the status; which move is legal is the use case's to say.
    fn set_hire_status(&mut self, id: HireId, status: HireStatus) -> StoreResult<Option<LawyerHire>>;
    /// Sets whether staff have dealt with it.
    fn set_hire_solved(&mut self, id: HireId, solved: bool) -> StoreResult<Option<LawyerHire>>;
    /// Sets how to reach the driver.
    fn set_hire_contact(
        &mut self,
        id: HireId,
        method: ContactMethod,
        value: &str,
    ) -> StoreResult<Option<LawyerHire>>;
}
