//! Sessions.

use chrono::{DateTime, Utc};
use domain::accounts::session::Session;
use domain::accounts::user::User;
use domain::shared::ids::{SessionId, UserId};

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// A session to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    /// Whose.
    pub user_id: UserId,
    /// Hash of the token in the cookie.
    pub token_hash: TokenHash,
    /// Opened at.
    pub login_time: DateTime<Utc>,
    /// Ends at.
    pub expires_at: DateTime<Utc>,
    /// The client's address.
    pub address: String,
    /// Browser and system in plain words.
    pub user_agent: Option<String>,
    /// When its user last proved who they are.
    pub proved_at: Option<DateTime<Utc>>,
}

/// Sessions in the database.
pub trait Sessions {
    /// Adds a session.
    fn insert_session(&mut self, session: &NewSession) -> StoreResult<Session>;
    /// The session of a token, expired or not, and its user, in one query.
    fn session(&mut self, token: &TokenHash) -> StoreResult<Option<(Session, User)>>;
    /// Moves a session's last activity and end.
    fn renew_session(
        &mut self,
        id: SessionId,
        last_activity: DateTime<Utc>,
        expires_at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Moves the last activity of many; answers how many are there still.
    fn note_last_uses(&mut self, seen: &[(SessionId, DateTime<Utc>)]) -> StoreResult<usize>;
    /// Whether a session is there still, and holds it until the transaction ends.
    fn lock_session(&mut self, id: SessionId) -> StoreResult<bool>;
    /// Counts a wrong code in a session; answers how many there were.
    fn count_wrong_code(&mut self, id: SessionId) -> StoreResult<i32>;
    /// Notes that its user proved who they are.
    fn prove_session(&mut self, id: SessionId, at: DateTime<Utc>) -> StoreResult<()>;
    /// Ends a session; `false` when it has ended already.
    fn delete_session(&mut self, id: SessionId) -> StoreResult<bool>;
}
