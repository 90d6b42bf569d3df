//! Verification of users' emails, licenses and plates.

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::accounts::verification::{Claim, VerificationBasis};
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// Staff's verification of a license or a plate.
pub struct NewVerification<'a> {
    /// Which detail staff verified: the license or the plate.
    pub claim: Claim,
    /// How staff verified the license or plate, in their words.
    pub basis: &'a VerificationBasis,
    /// When staff verified the license or plate.
    pub at: DateTime<Utc>,
}

/// Verifications in the database. A database trigger removes a verification when the verified value changes.
pub trait Verifications {
    /// Stores that a user confirmed their email address. Returns `None` if the account is closed or doesn't exist.
    fn set_email_verified(&mut self, id: UserId, verified_at: DateTime<Utc>) -> StoreResult<Option<User>>;
    /// Stores that a user's license or plate is verified. Returns `None` if the user hasn't entered it, or if the
    /// account is closed or doesn't exist. Fails with `Duplicate(Verified)` if the same license or plate is
    /// verified for another user.
    fn store_verification(&mut self, id: UserId, new: &NewVerification<'_>) -> StoreResult<Option<User>>;
    /// Withdraws the verification of a user's license or plate, and returns the user. `None` if the user
    /// doesn't exist, or if `claim` is the email address, which stays verified.
    fn withdraw_verification(&mut self, id: UserId, claim: Claim) -> StoreResult<Option<User>>;
    /// Verifies the license or plate of each of these users. Skips closed accounts, users who
    /// didn't enter this detail or entered it after `entered_until`, and users for whom the detail is
    /// already verified. Also skips users whose license or plate another user entered too. Returns
    /// the users that this call verified.
    fn verify_uncontested_claims(
        &mut self,
        users: &[UserId],
        new: &NewVerification<'_>,
        entered_until: DateTime<Utc>,
    ) -> StoreResult<Vec<UserId>>;
}
