//! What an account's owner does with it: password, contact data, sessions, its data, its end.

use chrono::{DateTime, Utc};
use domain::accounts::account::{AccountLink, LinkPurpose};
use domain::accounts::session::Session;
use domain::accounts::user::User;
use domain::shared::ids::{LinkId, SessionId, UserId};

use crate::accounts::users::Credentials;
use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSession {
    /// The session.
    pub session: Session,
    /// Browser and system in plain words, when known.
    pub device: Option<String>,
}

/// A link to be sent; its token is made when the mail is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLink {
    /// Whose account.
    pub user_id: UserId,
    /// What it does.
    pub purpose: LinkPurpose,
    /// The address to change to.
    pub new_email: Option<String>,
    /// Asked for at.
    pub created_at: DateTime<Utc>,
}

/// Accounts in the database. A closed one is found by none of these.
pub trait Accounts {
    /// What a password is checked against; until the transaction ends nobody else changes it or opens a session by it.
    fn lock_credentials(&mut self, id: UserId) -> StoreResult<Option<Credentials>>;
    /// Sets the password's hash.
    fn set_password_hash(&mut self, id: UserId, hash: &str) -> StoreResult<()>;
    /// Sets or removes the phone number.
    fn set_phone(&mut self, id: UserId, digits: Option<&str>) -> StoreResult<Option<User>>;
    /// Sets the e-mail. `Duplicate(Email)` when it is taken, whatever its case.
    fn set_email(&mut self, id: UserId, email: &str) -> StoreResult<Option<User>>;
    /// The sessions that are open, the last used first.
    fn sessions_of(&mut self, user: UserId, now: DateTime<Utc>) -> StoreResult<Vec<OpenSession>>;
    /// Ends a session of this user's; false when there is no such session.
    fn delete_session_of(&mut self, user: UserId, id: SessionId) -> StoreResult<bool>;
    /// Ends all sessions of a user but one; answers how many.
    fn delete_sessions_of(&mut self, user: UserId, except: Option<SessionId>) -> StoreResult<usize>;
    /// All that is held about a user, as JSON: no hashes, no keys, no SSN digits, nothing about other people.
    fn personal_data(&mut self, user: UserId) -> StoreResult<Option<String>>;
    /// Locks the user's items, then the user, so that nothing new begins until the transaction ends; whether there is another
    /// administrator.
    fn lock_for_closing(&mut self, user: UserId) -> StoreResult<bool>;
    /// Erases what identifies the user and everything that need not be kept, and marks the account closed. Its e-mail is
    /// free again.
    fn close_user(&mut self, user: UserId, at: DateTime<Utc>) -> StoreResult<()>;
}

/// Links in mails, in the database.
pub trait Links {
    /// Adds a link, which does not work until it is armed; older ones of the same user and purpose are void.
    fn insert_link(&mut self, link: &NewLink) -> StoreResult<AccountLink>;
    /// How many links were asked for since then.
    fn count_links(&mut self, user: UserId, purpose: LinkPurpose, since: DateTime<Utc>) -> StoreResult<i64>;
    /// A link by its id, good or not.
    fn link(&mut self, id: LinkId) -> StoreResult<Option<AccountLink>>;
    /// Gives a link the token that its mail carries, in place of any it had; false when it has ended.
    fn arm_link(&mut self, id: LinkId, token: &TokenHash, expires_at: DateTime<Utc>) -> StoreResult<bool>;
    /// The link of a token that is good now.
    fn good_link(
        &mut self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<AccountLink>>;
    /// The same, and uses it up: of several at once exactly one gets it.
    fn use_link(
        &mut self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<AccountLink>>;
    /// Notes the address that a link changed.
    fn set_link_old_email(&mut self, id: LinkId, old_email: &str) -> StoreResult<()>;
    /// Makes all links of a user void.
    fn end_links_of(&mut self, user: UserId, at: DateTime<Utc>) -> StoreResult<()>;
}
