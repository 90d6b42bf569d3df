//! What users do with their own account: password, contact data, sessions, personal data, closing it.

use chrono::{DateTime, Utc};
use domain::accounts::account::{AccountLink, LinkPurpose};
use domain::accounts::session::Session;
use domain::accounts::user::User;
use domain::shared::ids::{LinkId, SessionId, UserId};

use crate::accounts::users::Credentials;
use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// A session, as shown to its user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSession {
    /// The session's times and user.
    pub session: Session,
    /// Browser and system in plain words, if known.
    pub device: Option<String>,
}

/// A link to create. Its token is generated when the email is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLink {
    /// The account it belongs to.
    pub user_id: UserId,
    /// Purpose of the link: password reset or email change.
    pub purpose: LinkPurpose,
    /// The new email address, for an email change.
    pub new_email: Option<String>,
    /// When the user requested it.
    pub created_at: DateTime<Utc>,
}

/// Accounts in the database. None of these methods finds a closed account.
pub trait Accounts {
    /// Locks and returns the credentials. Until the transaction ends, no other transaction can change them or
    /// log in with them.
    fn lock_credentials(&mut self, id: UserId) -> StoreResult<Option<Credentials>>;
    /// Sets the password hash.
    fn set_password_hash(&mut self, id: UserId, hash: &str) -> StoreResult<()>;
    /// Sets or removes the phone number.
    fn set_phone(&mut self, id: UserId, digits: Option<&str>) -> StoreResult<Option<User>>;
    /// Sets the email address. Fails with `Duplicate(Email)` if it is taken, ignoring case.
    fn set_email(&mut self, id: UserId, email: &str) -> StoreResult<Option<User>>;
    /// Returns open sessions, most recently used first.
    fn sessions_of(&mut self, user: UserId, now: DateTime<Utc>) -> StoreResult<Vec<OpenSession>>;
    /// Ends a session of this user; `false` if there is no such session.
    fn delete_session_of(&mut self, user: UserId, id: SessionId) -> StoreResult<bool>;
    /// Ends all sessions of a user, except one if given. Returns how many ended.
    fn delete_sessions_of(&mut self, user: UserId, except: Option<SessionId>) -> StoreResult<usize>;
    /// Returns all data stored about a user as JSON, without hashes, keys, SSN digits, or data about other people.
    fn personal_data(&mut self, user: UserId) -> StoreResult<Option<String>>;
    /// Locks the user's items and the user, so that nothing new starts until the transaction ends. Returns whether
    /// there is another administrator.
    fn lock_for_closing(&mut self, user: UserId) -> StoreResult<bool>;
    /// Erases the user's identity and everything that doesn't have to be retained, and marks the account as closed. The
    /// email address can be used again.
    fn close_user(&mut self, user: UserId, at: DateTime<Utc>) -> StoreResult<()>;
}

/// Emailed links in the database.
pub trait Links {
    /// Adds a link, which doesn't work until it is armed. Older links of the same user and purpose become invalid.
    fn insert_link(&mut self, link: &NewLink) -> StoreResult<AccountLink>;
    /// Counts the links requested since the given time.
    fn count_links(&mut self, user: UserId, purpose: LinkPurpose, since: DateTime<Utc>) -> StoreResult<i64>;
    /// Returns a link by its id, valid or not.
    fn link(&mut self, id: LinkId) -> StoreResult<Option<AccountLink>>;
    /// Sets a link's token, replacing any earlier one; `false` if the link has ended.
    fn arm_link(&mut self, id: LinkId, token: &TokenHash, expires_at: DateTime<Utc>) -> StoreResult<bool>;
    /// Returns the valid link of a token.
    fn valid_link(
        &mut self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<AccountLink>>;
    /// Returns the valid link of a token and uses it up. Of several concurrent calls, exactly one gets the link.
    fn use_link(
        &mut self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<AccountLink>>;
    /// Stores the previous email address of a link that changed it.
    fn set_link_old_email(&mut self, id: LinkId, old_email: &str) -> StoreResult<()>;
    /// Invalidates all links of a user.
    fn end_links_of(&mut self, user: UserId, at: DateTime<Utc>) -> StoreResult<()>;
}
