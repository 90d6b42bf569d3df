//! Sessions (docs/product/accounts.md#sessions).

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::ids::{SessionId, UserId};

/// A session as the server stores it. The session's secret token is never stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Id of the session, not the secret token.
    pub id: SessionId,
    /// The user who is logged in.
    pub user_id: UserId,
    /// When the user logged in. The session's maximum life starts at this time.
    pub login_time: DateTime<Utc>,
    /// Time of the last request, not counting automatic polls by the web page. The stored
    /// time may be up to a minute too early, because updating it for each request would
    /// cause too many writes.
    pub last_activity: DateTime<Utc>,
    /// When the session expires unless it is renewed.
    pub expires_at: DateTime<Utc>,
    /// When the user last confirmed their identity in this session, by password or, with a second
    /// factor, by code. `None` for an old session, from before Lanewise recorded this time.
    pub proved_at: Option<DateTime<Utc>>,
}

/// How long a confirmation of the user's identity counts as step-up authentication
/// (docs/product/accounts.md#step-up-authentication).
pub const STEP_UP_LASTS: TimeDelta = TimeDelta::minutes(10);

impl Session {
    /// Whether the user confirmed their identity within [`STEP_UP_LASTS`].
    #[must_use]
    pub fn has_recent_step_up(&self, now: DateTime<Utc>) -> bool {
        self.proved_at.is_some_and(|at| now - at <= STEP_UP_LASTS)
    }
}

/// How long sessions last and when they are renewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionPolicy {
    /// Time until expiry, from login and from each renewal.
    pub life: TimeDelta,
    /// A session with less time left than this is renewed by the next request that isn't an
    /// automatic poll by the web page.
    pub renew_under: TimeDelta,
    /// Maximum life from login, regardless of renewals.
    pub max_life: TimeDelta,
}

impl Default for SessionPolicy {
    fn default() -> Self {
        Self {
            life: TimeDelta::minutes(30),
            renew_under: TimeDelta::minutes(5),
            max_life: TimeDelta::hours(12),
        }
    }
}

/// The state of a session at a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SessionState {
    /// The session has expired, so the user is logged out.
    Expired,
    /// The session is valid and needs no renewal.
    Live,
    /// The session is valid. Unless the request is an automatic poll by the web page, the caller
    /// should renew the session until `expires_at`.
    Renew {
        /// When the session expires after the renewal.
        expires_at: DateTime<Utc>,
    },
}

impl SessionPolicy {
    /// Returns the expiry of a session that starts now, before any renewal.
    pub fn first_expiry(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.expiry_from(now, now)
    }

    /// Returns the session's state. At `expires_at` exactly, the session is expired. A session is renewed
    /// when less than [`SessionPolicy::renew_under`] is left. A renewal never goes past the session's maximum
    /// life, and never shortens the session.
    pub fn session_state(&self, session: &Session, now: DateTime<Utc>) -> SessionState {
        let end = session.expires_at.min(self.latest_expiry(session.login_time));
        if now >= end {
            return SessionState::Expired;
        }
        let renewed = self.expiry_from(session.login_time, now);
        if end.signed_duration_since(now) < self.renew_under && renewed > end {
            SessionState::Renew { expires_at: renewed }
        } else {
            SessionState::Live
        }
    }

    /// Returns the session's new expiry when the user asks to stay logged in; `None` if the session has
    /// expired. The new expiry is never earlier than the current one.
    pub fn extended_expiry(&self, session: &Session, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let end = session.expires_at.min(self.latest_expiry(session.login_time));
        (now < end).then(|| self.expiry_from(session.login_time, now).max(end))
    }

    /// Returns the time at which a session ends, however often it is renewed.
    fn latest_expiry(&self, login_time: DateTime<Utc>) -> DateTime<Utc> {
        login_time.checked_add_signed(self.max_life).unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    /// Returns the expiry of a session that is opened or renewed `now`. The expiry is never after the end of
    /// the session's maximum life.
    fn expiry_from(&self, login_time: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        let life = now.checked_add_signed(self.life).unwrap_or(DateTime::<Utc>::MAX_UTC);
        life.min(self.latest_expiry(login_time))
    }
}
