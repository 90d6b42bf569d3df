//! The browser's own record of the session (docs/PRODUCT.md#session-record): the rules that the page follows, as
//! a model over the server's rules, so that both sides' tests hold the same cases.

use chrono::{DateTime, Utc};

use domain::accounts::session::{Session, SessionPolicy, SessionState};
use domain::shared::ids::{SessionId, UserId};

/// The times of the record; the page's also holds the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionRecord {
    /// Logged in at.
    pub login_time: DateTime<Utc>,
    /// Last click, key press, scroll or touch.
    pub last_activity: DateTime<Utc>,
    /// Ends at, unless renewed.
    pub expires_at: DateTime<Utc>,
}

impl SessionRecord {
    /// The record made at login.
    pub fn create(policy: &SessionPolicy, now: DateTime<Utc>) -> Self {
        Self { login_time: now, last_activity: now, expires_at: policy.open(now) }
    }

    /// What a read leaves stored: nothing when it is over (it is cleared), a later end when little was left, else the same.
    /// Reading does not count as activity.
    pub fn read(self, policy: &SessionPolicy, now: DateTime<Utc>) -> Option<Self> {
        match policy.read(&self.as_session(), now) {
            SessionState::Expired => None,
            SessionState::Live => Some(self),
            SessionState::Renew { expires_at } => Some(Self { expires_at, ..self }),
        }
    }

    /// What a click, key press, scroll or touch leaves stored: it reads the record, as every use does, and notes the time.
    pub fn activity(self, policy: &SessionPolicy, now: DateTime<Utc>) -> Option<Self> {
        self.read(policy, now).map(|record| Self { last_activity: now, ..record })
    }

    /// What extending by hand leaves stored.
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
