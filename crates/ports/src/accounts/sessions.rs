//! Sessions in the database.

use chrono::{DateTime, Utc};
use domain::accounts::session::Session;
use domain::accounts::user::User;
use domain::shared::ids::{SessionId, UserId};

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// A session to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    /// The user who logged in.
    pub user_id: UserId,
    /// Hash of the token in the session cookie.
    pub token_hash: TokenHash,
    /// When the user logged in. Limits how long the session can last, however often it is renewed.
    pub login_time: DateTime<Utc>,
    /// When the session expires unless it is renewed.
    pub expires_at: DateTime<Utc>,
    /// The client's IP address.
    pub address: String,
    /// Browser and system, such as `Chrome on Windows`, if known.
    pub user_agent: Option<String>,
    /// When the user last confirmed their identity; `None` means at `login_time`.
    pub proved_at: Option<DateTime<Utc>>,
}

/// Sessions in the database.
pub trait Sessions {
    /// Stores a session for a login.
    fn insert_session(&mut self, session: &NewSession) -> StoreResult<Session>;
    /// Stores a copy of a session under a new token, with the same times, device and number of invalid codes.
    /// Returns `None` if the session has ended.
    fn copy_session(&mut self, id: SessionId, token: &TokenHash) -> StoreResult<Option<Session>>;
    /// Returns the session of a token, expired or not, and its user, in one query.
    fn session(&mut self, token: &TokenHash) -> StoreResult<Option<(Session, User)>>;
    /// Sets a session's last activity and expiry. If a stored time is later than the new one,
    /// the stored time stays.
    fn renew_session(
        &mut self,
        id: SessionId,
        last_activity: DateTime<Utc>,
        expires_at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Stores when several sessions were last used. If a stored time is later than the new one, the
    /// stored time stays. Returns how many of these sessions still exist.
    fn store_last_uses(&mut self, last_uses: &[(SessionId, DateTime<Utc>)]) -> StoreResult<usize>;
    /// Locks a session until the transaction ends; `false` if it has ended.
    fn lock_session(&mut self, id: SessionId) -> StoreResult<bool>;
    /// Counts an invalid second-factor code that was entered in a session. Returns the number of invalid codes
    /// so far, or `i32::MAX` if the session has ended.
    fn count_wrong_code(&mut self, id: SessionId) -> StoreResult<i32>;
    /// Stores that the user has just confirmed their identity in this session.
    fn record_step_up(&mut self, id: SessionId, proved_at: DateTime<Utc>) -> StoreResult<()>;
    /// Ends a session; `false` if it had already ended.
    fn delete_session(&mut self, id: SessionId) -> StoreResult<bool>;
}
