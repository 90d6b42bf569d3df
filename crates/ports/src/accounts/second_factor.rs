//! Second factors, recovery codes, and logins that wait for them.

use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;

use crate::shared::secrets::{Salt, TokenHash};
use crate::shared::store_error::StoreResult;

/// A second factor as it is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct SecondFactor {
    /// The secret, encrypted.
    pub sealed_secret: Vec<u8>,
    /// Since when it is asked for; none until a first code was right.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// The step of the last code that was accepted.
    pub last_step: Option<i64>,
}

/// A login with a right password that waits for its code.
#[derive(Clone, PartialEq, Eq)]
pub struct PendingLogin {
    /// Whose.
    pub user: UserId,
    /// The hash that the password fitted.
    pub password_hash: String,
    /// Wrong codes so far.
    pub tries: i32,
    /// Waits until.
    pub expires_at: DateTime<Utc>,
}

/// Makes and checks codes that change with the time (RFC 6238: SHA-1, six digits, 30 seconds).
pub trait TimeCodes: Send + Sync {
    /// A new random secret, in base32.
    fn new_secret(&self) -> String;
    /// Whether this is the secret's code for a step.
    fn fits(&self, secret: &str, code: &str, step: i64) -> bool;
    /// What an authenticator app reads, and the same as a picture (SVG).
    fn enrolment(&self, secret: &str, account: &str) -> Enrolment;
}

/// How a secret gets into an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enrolment {
    /// `otpauth://…`
    pub uri: String,
    /// A QR code of it, as SVG.
    pub qr_svg: String,
}

/// Second factors in the database.
pub trait SecondFactors {
    /// A user's second factor, confirmed or not.
    fn second_factor(&mut self, user: UserId) -> StoreResult<Option<SecondFactor>>;
    /// The same, held until the transaction ends: of two who bring the same code one waits.
    fn lock_second_factor(&mut self, user: UserId) -> StoreResult<Option<SecondFactor>>;
    /// Starts over with an unconfirmed secret; false when a confirmed one is there.
    fn begin_second_factor(
        &mut self,
        user: UserId,
        sealed_secret: &[u8],
        at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Notes that a code was accepted; the first one confirms the secret.
    fn accept_step(&mut self, user: UserId, step: i64, at: DateTime<Utc>) -> StoreResult<()>;
    /// Removes the second factor, its recovery codes and waiting logins; false when there was none.
    fn delete_second_factor(&mut self, user: UserId) -> StoreResult<bool>;
    /// Sets the recovery codes, hashed beside one salt, in place of any others.
    fn set_recovery_codes(&mut self, user: UserId, salt: Salt, hashes: &[TokenHash]) -> StoreResult<()>;
    /// The salt of a user's recovery codes; none when there are none, or only ones that were hashed fast.
    fn recovery_salt(&mut self, user: UserId) -> StoreResult<Option<Salt>>;
    /// How many are left.
    fn count_recovery_codes(&mut self, user: UserId) -> StoreResult<i64>;
    /// Uses a recovery code up; false when there is no such code.
    fn use_recovery_code(&mut self, user: UserId, hash: &TokenHash) -> StoreResult<bool>;
    /// Adds a login that waits for its code; others of the same user stay.
    fn insert_pending_login(&mut self, token: &TokenHash, login: &PendingLogin) -> StoreResult<()>;
    /// A waiting login, one try more counted, held until the transaction ends; none when it is over.
    fn try_pending_login(
        &mut self,
        token: &TokenHash,
        most: i32,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<PendingLogin>>;
    /// Ends a waiting login; false when it is over already.
    fn delete_pending_login(&mut self, token: &TokenHash) -> StoreResult<bool>;
}
