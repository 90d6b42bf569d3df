//! Verification of users' emails, licenses and plates.

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::accounts::verification::{Claim, VerificationBasis};
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// A verification by staff.
pub struct NewVerification<'a> {
    /// Whether the license or the plate is verified.
    pub claim: Claim,
    /// How staff verified it.
    pub basis: &'a VerificationBasis,
    /// When staff verified it.
    pub at: DateTime<Utc>,
}

/// Verifications in the database. Changing the verified value removes its verification automatically.
pub trait Verifications {
    /// Records that a user confirmed their email address.
    fn set_email_verified(&mut self, id: UserId, at: DateTime<Utc>) -> StoreResult<Option<User>>;
    /// Verifies a user's license or plate. Fails with `Duplicate(Verified)` if it is verified for another user.
    fn set_verified(&mut self, id: UserId, new: &NewVerification<'_>) -> StoreResult<Option<User>>;
    /// Withdraws the verification of a user's license or plate.
    fn set_unverified(&mut self, id: UserId, claim: Claim) -> StoreResult<Option<User>>;
    /// Verifies the license or plate of those users who are the only ones with it. Returns who was verified.
    fn verify_uncontested(&mut self, users: &[UserId], new: &NewVerification<'_>)
    -> StoreResult<Vec<UserId>>;
}
