//! Who is calling, and what they may see (docs/PRODUCT.md#who-may-see-what).

use chrono::{DateTime, Utc};
use domain::accounts::session::{Session, SessionPolicy, SessionState};
use domain::accounts::user::User;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::UserId;
use ports::security::trail::AuditEntry;
use ports::shared::secrets::TokenHash;
use ports::store::Store;

use crate::error::{Error, Result};
use crate::shared::last_uses::LastUses;

/// Where a call comes from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The client's address (docs/PRODUCT.md#client-address).
    pub address: String,
    /// The path asked for, without its query.
    pub path: String,
    /// The browser's name for itself, as it was sent.
    pub user_agent: Option<String>,
}

impl Origin {
    /// An entry of the audit trail about what a user does with their own account, before or without a session.
    pub fn own_entry(&self, user: UserId, action: AuditAction, at: DateTime<Utc>) -> AuditEntry {
        AuditEntry::about_user(user, action, at).by(user).over(&self.address)
    }
}

/// Somebody with a valid session.
#[derive(Clone, Debug)]
pub struct Actor {
    /// Who.
    pub user: User,
    /// By which session.
    pub session: Session,
    /// From which address.
    pub address: String,
}

/// Whether a request shows that somebody is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// A person did something: the session may be renewed.
    Person,
    /// A poll: it never renews.
    Poll,
}

/// Seconds between two notes of a session's last activity: a busy page need not note each request.
const ACTIVITY_GRAIN_SECONDS: i64 = 60;

/// What a token leads to.
pub type Found = (Session, User);

/// The caller behind what was found of their token a moment ago; none when the session has to be looked up again, because it is
/// over, or due to be renewed.
pub fn still(
    policy: &SessionPolicy,
    now: DateTime<Utc>,
    (session, user): Found,
    activity: Activity,
    address: &str,
) -> Option<Actor> {
    let is_live = policy.read(&session, now) == SessionState::Live;
    let is_noted = activity == Activity::Poll || !is_stale(&session, now);
    (is_live && is_noted).then(|| Actor { user, session, address: address.to_owned() })
}

/// The last activity that is on record lies too far back.
fn is_stale(session: &Session, now: DateTime<Utc>) -> bool {
    (now - session.last_activity).num_seconds() >= ACTIVITY_GRAIN_SECONDS
}

/// The caller behind a token; renews the session when its time is nearly over, and notes that it was used.
///
/// # Errors
/// [`Error::Unauthenticated`] when there is no such session or it has ended.
pub fn authenticate(
    store: &mut dyn Store,
    policy: &SessionPolicy,
    uses: &LastUses,
    now: DateTime<Utc>,
    token: &TokenHash,
    activity: Activity,
    address: &str,
) -> Result<Actor> {
    let (mut session, user) = store.session(token)?.ok_or(Error::Unauthenticated)?;
    let expires_at = match policy.read(&session, now) {
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
        uses.note(session.id, now);
        session.last_activity = now;
    }
    Ok(Actor { user, session, address: address.to_owned() })
}

impl Actor {
    /// The caller's own id.
    pub fn id(&self) -> UserId {
        self.user.id
    }

    /// Whether the caller is staff.
    pub fn is_admin(&self) -> bool {
        self.user.is_admin()
    }

    /// An entry of the audit trail about something that the caller does.
    pub fn entry(&self, subject: (AuditSubject, i32), action: AuditAction, at: DateTime<Utc>) -> AuditEntry {
        AuditEntry::about(subject, action, at).by(self.id()).over(&self.address)
    }

    /// The same about the caller's own account.
    pub fn own_entry(&self, action: AuditAction, at: DateTime<Utc>) -> AuditEntry {
        self.user_entry(self.id(), action, at)
    }

    /// The same about a user.
    pub fn user_entry(&self, user: UserId, action: AuditAction, at: DateTime<Utc>) -> AuditEntry {
        AuditEntry::about_user(user, action, at).by(self.id()).over(&self.address)
    }

    /// The same about a driver's record, when it is staff who make or change it; none when drivers do it themselves.
    pub fn entry_for(
        &self,
        owner: impl Into<Option<UserId>>,
        subject: (AuditSubject, i32),
        action: AuditAction,
        at: DateTime<Utc>,
    ) -> Option<AuditEntry> {
        let entry = self.entry(subject, action, at);
        self.is_admin().then(|| match owner.into() {
            Some(owner) => entry.is("user_id", &owner),
            None => entry,
        })
    }

    /// A user named in a call must be the caller, unless the caller is staff.
    ///
    /// # Errors
    /// [`Error::Forbidden`], whether or not that user exists.
    pub fn must_be(&self, user: UserId) -> Result<()> {
        if self.is_admin() || self.id() == user { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// An item named in a call must be the caller's, unless the caller is staff.
    ///
    /// # Errors
    /// [`Error::NotFound`], the same as for an item that does not exist.
    pub fn must_own(&self, owner: UserId) -> Result<()> {
        if self.is_admin() || self.id() == owner { Ok(()) } else { Err(Error::NotFound) }
    }

    /// The call is for staff.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for drivers.
    pub fn must_be_admin(&self) -> Result<()> {
        if self.is_admin() { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// Whose rows a list shows: staff see those of the user they ask for, or all; drivers see their own.
    ///
    /// # Errors
    /// [`Error::Forbidden`] when a driver asks for another user's.
    pub fn own_or_all(&self, asked: Option<UserId>) -> Result<Option<UserId>> {
        asked.map_or(Ok(()), |user| self.must_be(user))?;
        Ok(if self.is_admin() { asked } else { Some(self.id()) })
    }
}
