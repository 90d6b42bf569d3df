//! A model of the session's times as the web page stores them in the browser
//! (docs/product/accounts.md#session-record). With this model, the tests of this crate and of the
//! web page can check the same cases.

use chrono::{DateTime, Utc};

use domain::accounts::session::{Session, SessionPolicy, SessionState};
use domain::shared::ids::{SessionId, UserId};

/// The session's times as the web page stores them in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionRecord {
    /// When the user logged in.
    pub login_time: DateTime<Utc>,
    /// Time of the last click, key press, scroll or touch.
    pub last_activity: DateTime<Utc>,
    /// When the session expires unless it is renewed.
    pub expires_at: DateTime<Utc>,
}

impl SessionRecord {
    /// Creates the record at login.
    pub fn create(policy: &SessionPolicy, now: DateTime<Utc>) -> Self {
        Self { login_time: now, last_activity: now, expires_at: policy.first_expiry(now) }
    }

    /// Returns the record after the web page reads it; `None` if the session has expired.
    /// If little time was left, the returned record has a later `expires_at`. Reading
    /// doesn't count as activity.
    pub fn read(self, policy: &SessionPolicy, now: DateTime<Utc>) -> Option<Self> {
        match policy.session_state(&self.as_session(), now) {
            SessionState::Expired => None,
            SessionState::Live => Some(self),
            SessionState::Renew { expires_at } => Some(Self { expires_at, ..self }),
        }
    }

    /// Returns the record after a click, key press, scroll or touch; `None` if the session has
    /// expired. Activity can also renew the session.
    pub fn activity(self, policy: &SessionPolicy, now: DateTime<Utc>) -> Option<Self> {
        self.read(policy, now).map(|record| Self { last_activity: now, ..record })
    }

    /// Returns the record after the user asked to stay logged in; `None` if the session has expired.
    pub fn extend(self, policy: &SessionPolicy, now: DateTime<Utc>) -> Option<Self> {
        let expires_at = policy.extended_expiry(&self.as_session(), now)?;
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
