//! Sessions (decision 12; driver specification, section 4).

use chrono::{DateTime, Utc};

use crate::ids::{SessionId, UserId};

/// A session as the server keeps it. The token itself is never stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Identifier.
    pub id: SessionId,
    /// Whose.
    pub user_id: UserId,
    /// Logged in at; bounds the session's whole life.
    pub login_time: DateTime<Utc>,
    /// Last request that was not a poll.
    pub last_activity: DateTime<Utc>,
    /// Ends at, unless renewed.
    pub expires_at: DateTime<Utc>,
}
