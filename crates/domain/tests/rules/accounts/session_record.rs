//! The browser's copy of the session (docs/product/accounts.md#session-record). This models the page's rules
//! on top of the server's, so that both sides' tests check the same cases.

use chrono::{DateTime, Utc};

use domain::accounts::session::{Session, SessionPolicy, SessionState};
use domain::shared::ids::{SessionId, UserId};

/// Times of the browser's copy. The page's real copy also stores the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionRecord {
    /// When the user logged in.
    pub login_time: DateTime<Utc>,
    /// Time of the last click, key press, scroll or touch.
    pub last_activity: DateTime<Utc>,
    /// When the session expires unless renewed.
    pub expires_at: DateTime<Utc>,
}

impl SessionRecord {
    /// Creates the copy at login.
    pub fn create(policy: &SessionPolicy, now: DateTime<Utc>) -> Self {
        Self { login_time: now, last_activity: now, expires_at: policy.open(now) }
    }

    /// Returns the copy after a read: `None` if it has expired, a later end if little time was left, and otherwise the
    /// same. A read doesn't count as activity.
    pub fn read(self, policy: &SessionPolicy, now: DateTime<Utc>) -> Option<Self> {
        match policy.read(&self.as_session(), now) {
            SessionState::Expired => None,
            SessionState::Live => Some(self),
            SessionState::Renew { expires_at } => Some(Self { expires_at, ..self }),
        }
    }

    /// Returns the copy after a click, key press, scroll or touch. It is read first, as on every use, and
    /// then gets the time.
    pub fn activity(self, policy: &SessionPolicy, now: DateTime<Utc>) -> Option<Self> {
        self.read(policy, now).map(|record| Self { last_activity: now, ..record })
    }

    /// Returns the copy after the user asked for more time.
    pub fn extend(self, policy: &SessionPolicy, now: DateTime<Utc>) -> Option<Self> {
        let expires_at = policy.extend(&self.as_session(), now)?;
        Some(Self { last_activity: now, expires_at, ..self })
    }

    fn as_session(self) -> Session {
        Session {
            id: SessionId(0),
            user_id: UserId(0),
            login_time: self.login_time,
            last_activity: self.last_activity,
            expires_at: self.expires_at,
            proved_at: None,
        }
    }
}
