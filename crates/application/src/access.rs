//! The caller of a use case, and their access rights (docs/product/everywhere.md#who-may-see-what).

use chrono::{DateTime, Utc};
use domain::accounts::session::{Session, SessionPolicy, SessionState};
use domain::accounts::user::User;
use domain::driving_record::added::DriverEntry;
use domain::driving_record::visibility::is_visible_to_driver;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::UserId;
use ports::security::trail::AuditEntry;
use ports::shared::secrets::TokenHash;
use ports::store::Store;

use crate::error::{Error, Result};
use crate::shared::last_uses::LastUses;

/// Where a request comes from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// IP address of the client (docs/product/security.md#client-address).
    pub address: String,
    /// Path of the request, without its query.
    pub path: String,
    /// The browser's `User-Agent` header, unchanged; `None` if the request has none.
    pub user_agent: Option<String>,
}

impl Origin {
    /// Builds an audit entry about a user's action on their own account, for requests without a session.
    pub fn own_audit_entry(
        &self,
        user: UserId,
        action: AuditAction,
        occurred_at: DateTime<Utc>,
    ) -> AuditEntry {
        AuditEntry::about_user(user, action, occurred_at).by(user).with_address(&self.address)
    }
}

/// A user with a valid session who makes a call.
#[derive(Clone, Debug)]
pub struct Actor {
    pub user: User,
    pub session: Session,
    /// The client's IP address.
    pub address: String,
}

/// What caused a request: the user, or a timer on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// The user did something on the page, so the session may be renewed.
    Person,
    /// The page's automatic poll, which never renews the session.
    Poll,
}

/// Minimum number of seconds between two updates of a session's last activity in the database. Limits the
/// writes that a busy page causes.
const ACTIVITY_GRAIN_SECONDS: i64 = 60;

/// The session that a token belongs to, and the session's user.
pub type SessionAndUser = (Session, User);

/// Returns the caller for a session that was loaded recently. Returns `None` if the session must be loaded
/// again, because it has expired, must be renewed, or its last activity must be stored.
pub fn actor_of_loaded_session(
    policy: &SessionPolicy,
    now: DateTime<Utc>,
    (session, user): SessionAndUser,
    activity: Activity,
    address: &str,
) -> Option<Actor> {
    let is_live = policy.session_state(&session, now) == SessionState::Live;
    let is_noted = activity == Activity::Poll || !is_stale(&session, now);
    (is_live && is_noted).then(|| Actor { user, session, address: address.to_owned() })
}

/// Whether the session's stored last activity is at least [`ACTIVITY_GRAIN_SECONDS`] old.
fn is_stale(session: &Session, now: DateTime<Utc>) -> bool {
    (now - session.last_activity).num_seconds() >= ACTIVITY_GRAIN_SECONDS
}

/// Returns the user whose session has this token. If the user, not a poll, caused the request, also
/// renews a session that is due for renewal, or records its use in `last_uses`.
///
/// # Errors
/// [`Error::Unauthenticated`] if the session doesn't exist or has expired. An expired session is deleted.
pub fn authenticate(
    store: &mut dyn Store,
    policy: &SessionPolicy,
    last_uses: &LastUses,
    now: DateTime<Utc>,
    token: &TokenHash,
    activity: Activity,
    address: &str,
) -> Result<Actor> {
    let (mut session, user) = store.session(token)?.ok_or(Error::Unauthenticated)?;
    let expires_at = match policy.session_state(&session, now) {
        SessionState::Expired => {
            store.delete_session(session.id)?;
            return Err(Error::Unauthenticated);
        }
        SessionState::Live => session.expires_at,
        SessionState::Renew { expires_at } => expires_at,
    };
    if activity == Activity::Person && expires_at != session.expires_at {
        store.renew_session(session.id, now, expires_at)?;
        session.last_activity = now;
        session.expires_at = expires_at;
    } else if activity == Activity::Person && is_stale(&session, now) {
        last_uses.record(session.id, now);
        session.last_activity = now;
    }
    Ok(Actor { user, session, address: address.to_owned() })
}

impl Actor {
    pub fn id(&self) -> UserId {
        self.user.id
    }

    pub fn is_admin(&self) -> bool {
        self.user.is_admin()
    }

    pub fn is_lawyer(&self) -> bool {
        self.user.is_lawyer()
    }

    /// Builds an audit entry about the caller's action. `subject` is the kind and the id of the record that
    /// the action changed or showed.
    pub fn audit_entry(
        &self,
        subject: (AuditSubject, i32),
        action: AuditAction,
        occurred_at: DateTime<Utc>,
    ) -> AuditEntry {
        AuditEntry::about(subject, action, occurred_at).by(self.id()).with_address(&self.address)
    }

    /// Builds an audit entry about the caller's action on their own account.
    pub fn own_audit_entry(&self, action: AuditAction, occurred_at: DateTime<Utc>) -> AuditEntry {
        self.user_audit_entry(self.id(), action, occurred_at)
    }

    /// Builds an audit entry about the caller's action on the account of `user`.
    pub fn user_audit_entry(
        &self,
        user: UserId,
        action: AuditAction,
        occurred_at: DateTime<Utc>,
    ) -> AuditEntry {
        AuditEntry::about_user(user, action, occurred_at).by(self.id()).with_address(&self.address)
    }

    /// Builds an audit entry about a driver's record if the caller is staff. Returns `None` for other callers, whose
    /// access to their own records isn't audited. The entry contains the id of `owner`, the driver, if it is given.
    pub fn audit_entry_if_staff(
        &self,
        owner: impl Into<Option<UserId>>,
        subject: (AuditSubject, i32),
        action: AuditAction,
        occurred_at: DateTime<Utc>,
    ) -> Option<AuditEntry> {
        let entry = self.audit_entry(subject, action, occurred_at);
        self.is_admin().then(|| match owner.into() {
            Some(owner) => entry.with_after("user_id", &owner),
            None => entry,
        })
    }

    /// Checks that the caller is staff or the user with this id. Lawyers are always refused.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for other callers, even if no user has this id.
    pub fn must_be_user_or_staff(&self, user: UserId) -> Result<()> {
        self.must_not_be_lawyer()?;
        if self.is_admin() || self.id() == user { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// Checks that the caller is staff or the owner of a record.
    ///
    /// # Errors
    /// [`Error::NotFound`] for other drivers, as if the record didn't exist; [`Error::Forbidden`] for lawyers.
    pub fn must_be_owner_or_staff(&self, owner: UserId) -> Result<()> {
        self.must_not_be_lawyer()?;
        if self.is_admin() || self.id() == owner { Ok(()) } else { Err(Error::NotFound) }
    }

    /// Checks that the caller is staff.
    pub fn must_be_admin(&self) -> Result<()> {
        if self.is_admin() { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// Checks that staff confirmed their identity recently (docs/product/accounts.md#step-up-authentication).
    /// Drivers and lawyers are exempt.
    ///
    /// # Errors
    /// [`Error::ConfirmItIsYou`] if the caller must confirm their identity again.
    pub fn must_have_step_up(&self, now: DateTime<Utc>) -> Result<()> {
        if !self.is_admin() || self.session.has_recent_step_up(now) {
            Ok(())
        } else {
            Err(Error::ConfirmItIsYou)
        }
    }

    /// Checks that the caller is staff or a lawyer.
    pub fn must_not_be_driver(&self) -> Result<()> {
        if self.is_admin() || self.is_lawyer() { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// Checks that an item on a driver's record is visible to the caller. Staff see every item. Until staff
    /// have prepared the record, the driver sees only the items that the driver added. `entry` is `None` for
    /// an item that the driver didn't add.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the driver doesn't see the item yet.
    pub fn check_may_see_item(&self, entry: Option<DriverEntry>) -> Result<()> {
        let is_ready = self.is_admin() || self.user.has_items_ready();
        if is_visible_to_driver(is_ready, entry) { Ok(()) } else { Err(Error::NotFound) }
    }

    /// Checks that the caller is a driver.
    pub fn must_be_driver(&self) -> Result<()> {
        if self.is_admin() || self.is_lawyer() { Err(Error::Forbidden) } else { Ok(()) }
    }

    /// Checks that the caller is a driver or staff.
    pub fn must_not_be_lawyer(&self) -> Result<()> {
        if self.is_lawyer() { Err(Error::Forbidden) } else { Ok(()) }
    }

    /// Returns the user whose records a list shows: for a driver, always the driver; for staff, the requested
    /// user, or `None` for all users.
    ///
    /// # Errors
    /// [`Error::Forbidden`] if the caller is a lawyer, or a driver who asks for another user's records.
    pub fn allowed_user_filter(&self, requested: Option<UserId>) -> Result<Option<UserId>> {
        self.must_not_be_lawyer()?;
        requested.map_or(Ok(()), |user| self.must_be_user_or_staff(user))?;
        Ok(if self.is_admin() { requested } else { Some(self.id()) })
    }
}
