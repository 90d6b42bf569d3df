//! Second factors, recovery codes, and logins that wait for a second factor's code.

use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;

use crate::shared::secrets::{Salt, TokenHash};
use crate::shared::store_error::StoreResult;

/// A second factor, as stored.
#[derive(Clone, PartialEq, Eq)]
pub struct SecondFactor {
    /// The TOTP secret, encrypted with the data key.
    pub sealed_secret: Vec<u8>,
    /// When the user confirmed the second factor by entering a first code. Until then, this is `None`, and logins
    /// don't ask for a code.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Time step of the last accepted code: Unix time divided by 30 seconds. `None` if no code was accepted yet.
    pub last_step: Option<i64>,
}

/// A login with a correct password that waits for its second-factor code.
#[derive(Clone, PartialEq, Eq)]
pub struct PendingLogin {
    /// The user who logs in.
    pub user: UserId,
    /// The user's password hash at the login. A code is accepted only while the user still has this
    /// hash, so changing the password ends the pending login.
    pub password_hash: String,
    /// Number of attempts so far to enter a code for this login.
    pub tries: i32,
    /// When this pending login expires. After that, no code is accepted for it.
    pub expires_at: DateTime<Utc>,
}

/// Generates secrets and verifies time-based codes (RFC 6238: SHA-1, six digits, 30 seconds).
pub trait TimeCodes: Send + Sync {
    /// Generates a random secret for a second factor, in base32.
    fn new_secret(&self) -> String;
    /// Whether `code` is the secret's code for this time step (Unix time divided by 30 seconds).
    fn is_code_of_step(&self, secret: &str, code: &str, step: i64) -> bool;
    /// Returns the data for an authenticator app, as a URI and as a QR code. `account` is the name that the app shows.
    fn enrollment(&self, secret: &str, account: &str) -> Enrollment;
}

/// Data to add a secret to an authenticator app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enrollment {
    /// The `otpauth://…` URI with the secret.
    pub uri: String,
    /// QR code of the URI, as SVG.
    pub qr_svg: String,
}

/// Second factors, recovery codes and pending logins in the database.
pub trait SecondFactors {
    /// Returns a user's second factor, confirmed or not.
    fn second_factor(&mut self, user: UserId) -> StoreResult<Option<SecondFactor>>;
    /// Returns a user's second factor, and locks it until the transaction ends, so that two logins can't
    /// use the same code.
    fn lock_second_factor(&mut self, user: UserId) -> StoreResult<Option<SecondFactor>>;
    /// Stores a new unconfirmed secret, replacing an unconfirmed one; `false` if the user has
    /// a confirmed second factor.
    fn start_second_factor_setup(
        &mut self,
        user: UserId,
        sealed_secret: &[u8],
        started_at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Stores the time step of an accepted code, so that the code isn't accepted again. The first
    /// accepted code confirms the second factor.
    fn accept_step(&mut self, user: UserId, step: i64, accepted_at: DateTime<Utc>) -> StoreResult<()>;
    /// Deletes the second factor, its recovery codes and pending logins; `false` if the user had no second factor.
    fn delete_second_factor(&mut self, user: UserId) -> StoreResult<bool>;
    /// Replaces a user's recovery codes. The new codes are all hashed with the same salt.
    fn set_recovery_codes(&mut self, user: UserId, salt: Salt, hashes: &[TokenHash]) -> StoreResult<()>;
    /// Returns the salt of a user's recovery codes. `None` if the user has no codes, or only codes
    /// from earlier releases, which have unsalted hashes.
    fn recovery_salt(&mut self, user: UserId) -> StoreResult<Option<Salt>>;
    /// Counts the unused recovery codes.
    fn count_recovery_codes(&mut self, user: UserId) -> StoreResult<i64>;
    /// Deletes a recovery code that a user entered. Returns `false` if the user doesn't have that code.
    fn use_recovery_code(&mut self, user: UserId, hash: &TokenHash) -> StoreResult<bool>;
    /// Stores a pending login. Other pending logins of the same user stay valid.
    fn insert_pending_login(&mut self, token: &TokenHash, login: &PendingLogin) -> StoreResult<()>;
    /// Counts an attempt to enter a code for a pending login. Returns the pending login, locked until the
    /// transaction ends. Returns `None` if the login ended, expired, or already had `max_attempts` attempts.
    fn count_code_attempt(
        &mut self,
        token: &TokenHash,
        max_attempts: i32,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<PendingLogin>>;
    /// Ends a pending login; `false` if it had already ended.
    fn delete_pending_login(&mut self, token: &TokenHash) -> StoreResult<bool>;
}
