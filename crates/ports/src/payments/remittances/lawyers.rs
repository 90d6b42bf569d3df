//! Fees that are owed to lawyers, in the database (docs/product/money-to-authorities.md#fees-for-lawyers).

use chrono::{DateTime, Utc};
use domain::payments::ledger::LawyerShare;
use domain::shared::ids::{LawyerId, PaymentId};
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// An obligation to a lawyer who accepted a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewLawyerObligation {
    /// The payment for the case.
    pub payment_id: PaymentId,
    /// The lawyer who accepted the case.
    pub lawyer_id: LawyerId,
    /// When the lawyer accepted the case.
    pub accepted_at: DateTime<Utc>,
    /// Deadline for sending the money.
    pub send_by: DateTime<Utc>,
}

/// Obligations to lawyers in the database. The caller must have locked the payment.
pub trait LawyerObligations {
    /// Stores an obligation to a lawyer with an amount of zero, unless it is already stored.
    fn store_lawyer_obligation_if_new(&mut self, new: NewLawyerObligation) -> StoreResult<()>;
    /// Returns the lawyers who accepted a payment's case, each with their share, ordered by lawyer.
    fn lawyer_shares(&mut self, payment: PaymentId) -> StoreResult<Vec<(LawyerId, LawyerShare)>>;
    /// Stores the amount that a lawyer has earned.
    fn set_lawyer_earned(&mut self, payment: PaymentId, lawyer: LawyerId, earned: Money) -> StoreResult<()>;
    /// Stores a lawyer's share. If money was sent and more must be sent now, the obligation is owed again, with
    /// `send_by` as its new deadline.
    fn set_lawyer_share(
        &mut self,
        payment: PaymentId,
        lawyer: LawyerId,
        share: LawyerShare,
        send_by: DateTime<Utc>,
    ) -> StoreResult<()>;
}
