//! Accounts and emailed links: password, contact details, sessions, personal data, closing an account, and the
//! links that confirm a new email address or reset a password.

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
    /// Browser and system, such as `Chrome on Windows`, if known.
    pub device: Option<String>,
}

/// A link to create. The link's token is generated when its email is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLink {
    /// The account that the link is for.
    pub user_id: UserId,
    /// Purpose of the link: password reset or email change.
    pub purpose: LinkPurpose,
    /// The new email address, for a link that confirms an email change; `None` for other links.
    pub new_email: Option<String>,
    /// When the user requested the link.
    pub created_at: DateTime<Utc>,
}

/// Accounts in the database, with their sessions and personal data. The methods for credentials, phone numbers
/// and email addresses skip closed accounts.
pub trait Accounts {
    /// Locks a user's credentials until the transaction ends, and returns them.
    fn lock_credentials(&mut self, id: UserId) -> StoreResult<Option<Credentials>>;
    /// Stores a new hash of the user's password.
    fn set_password_hash(&mut self, id: UserId, hash: &str) -> StoreResult<()>;
    /// Sets a user's phone number (ten digits), or removes it if `digits` is `None`. Returns `None` if the account is
    /// closed or doesn't exist.
    fn set_phone(&mut self, id: UserId, digits: Option<&str>) -> StoreResult<Option<User>>;
    /// Sets a user's email address. Returns `None` if the account is closed or doesn't exist. Fails with
    /// `Duplicate(Email)` if another account has the address, ignoring case.
    fn set_email(&mut self, id: UserId, email: &str) -> StoreResult<Option<User>>;
    /// Returns a user's sessions that haven't expired at `now`, most recently used first, at most `limit`.
    fn sessions_of(&mut self, user: UserId, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<OpenSession>>;
    /// Ends a session of this user. Returns `false` if the user has no such session.
    fn delete_session_of(&mut self, user: UserId, id: SessionId) -> StoreResult<bool>;
    /// Ends all sessions of a user, except `except` if given. Returns how many sessions ended.
    fn delete_sessions_of(&mut self, user: UserId, except: Option<SessionId>) -> StoreResult<usize>;
    /// Returns the data stored about a user as JSON, without hashes, keys, SSN digits, or data
    /// about other people. Returns at most 10,000 records of each kind. Must not be called inside a
    /// transaction, because it opens its own with another isolation level.
    fn personal_data(&mut self, user: UserId) -> StoreResult<Option<String>>;
    /// Locks the user, and the user's items and help inquiries, so that no payment, hire or
    /// chat message starts until the transaction ends. If the user is an administrator, locks
    /// all administrators, so that the last two can't both close their accounts. Returns
    /// whether another administrator exists.
    fn lock_for_closing_and_check_other_admin(&mut self, user: UserId) -> StoreResult<bool>;
    /// Closes an account: erases the user's identity and all data that doesn't have to be retained.
    /// Another account can then use the email address.
    fn close_user(&mut self, user: UserId, closed_at: DateTime<Utc>) -> StoreResult<()>;
}

/// Emailed links in the database.
pub trait Links {
    /// Stores a link. The link doesn't work until [`Links::set_link_token`] gives it a token. Older links
    /// of the same user and purpose become invalid.
    fn insert_link(&mut self, link: &NewLink) -> StoreResult<AccountLink>;
    /// Counts a user's links for this purpose that were requested after the time `since`.
    fn count_links(&mut self, user: UserId, purpose: LinkPurpose, since: DateTime<Utc>) -> StoreResult<i64>;
    /// Returns a link by its id, even if the link is no longer valid.
    fn link(&mut self, id: LinkId) -> StoreResult<Option<AccountLink>>;
    /// Sets a link's token, replacing any earlier token. Returns `false` if the link was used, replaced or invalidated.
    fn set_link_token(
        &mut self,
        id: LinkId,
        token: &TokenHash,
        expires_at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Returns the valid link that has this token and purpose.
    fn valid_link(
        &mut self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<AccountLink>>;
    /// Returns the valid link that has this token and purpose, and marks it as used. Of several concurrent calls,
    /// exactly one gets the link.
    fn use_link(
        &mut self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<AccountLink>>;
    /// Stores the email address that the account had before this link was used
    /// to change the address.
    fn set_link_old_email(&mut self, id: LinkId, old_email: &str) -> StoreResult<()>;
    /// Invalidates all links of a user.
    fn invalidate_links_of(&mut self, user: UserId, ended_at: DateTime<Utc>) -> StoreResult<()>;
}
