//! What of users is known to be theirs.

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::accounts::verification::{Basis, Claim};
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// What staff verify.
pub struct NewVerification<'a> {
    /// The license or the plate.
    pub claim: Claim,
    /// By what.
    pub basis: &'a Basis,
    /// When.
    pub at: DateTime<Utc>,
}

/// What is verified of users, in the database. It forgets by itself what is changed.
pub trait Verifying {
    /// Notes that a user reads their address.
    fn set_email_verified(&mut self, id: UserId, at: DateTime<Utc>) -> StoreResult<Option<User>>;
    /// Verifies a user's license or plate. `Duplicate(Verified)` when the same one is verified for somebody else.
    fn set_verified(&mut self, id: UserId, new: &NewVerification<'_>) -> StoreResult<Option<User>>;
    /// Takes it back.
    fn set_unverified(&mut self, id: UserId, claim: Claim) -> StoreResult<Option<User>>;
    /// Verifies those of these users whose license or plate nobody else has given; answers which.
    fn verify_uncontested(&mut self, users: &[UserId], new: &NewVerification<'_>)
    -> StoreResult<Vec<UserId>>;
}
