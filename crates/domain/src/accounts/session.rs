//! Sessions (docs/PRODUCT.md#sessions).

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::ids::{SessionId, UserId};

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
    /// When its user last proved in it who they are, by a password or, with a second factor, by a code.
    pub proved_at: Option<DateTime<Utc>>,
}

/// For what asks for it again, a proof of who somebody is lasts this long (docs/PRODUCT.md#asked-again).
pub const PROOF_LASTS: TimeDelta = TimeDelta::minutes(10);

impl Session {
    /// Whether its user proved lately enough who they are.
    #[must_use]
    pub fn is_proved(&self, now: DateTime<Utc>) -> bool {
        self.proved_at.is_some_and(|at| now - at <= PROOF_LASTS)
    }
}

/// How long sessions live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionPolicy {
    /// From login, and from each renewal.
    pub life: TimeDelta,
    /// A session with less than this left is renewed when read.
    pub renew_under: TimeDelta,
    /// From login, whatever happens.
    pub absolute: TimeDelta,
}

impl Default for SessionPolicy {
    /// 30 minutes, renewed under 5, 12 hours at the most.
    fn default() -> Self {
        Self {
            life: TimeDelta::minutes(30),
            renew_under: TimeDelta::minutes(5),
            absolute: TimeDelta::hours(12),
        }
    }
}

/// What reading a session finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SessionState {
    /// Over: treat the user as logged out.
    Expired,
    /// Good as it is.
    Live,
    /// Good, and to be kept until then instead.
    Renew {
        /// The new end.
        expires_at: DateTime<Utc>,
    },
}

impl SessionPolicy {
    /// When a session that is opened now ends, unless renewed.
    pub fn open(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.expiry(now, now)
    }

    /// What a request finds. A session is over from its very end on; it is renewed with *fewer* than five minutes left,
    /// never past its absolute end, and not at all when that would gain nothing. Polls ask too, and must then not
    /// renew (docs/PRODUCT.md#sessions).
    pub fn read(&self, session: &Session, now: DateTime<Utc>) -> SessionState {
        let end = session.expires_at.min(self.limit(session.login_time));
        if now >= end {
            return SessionState::Expired;
        }
        let renewed = self.expiry(session.login_time, now);
        if end.signed_duration_since(now) < self.renew_under && renewed > end {
            SessionState::Renew { expires_at: renewed }
        } else {
            SessionState::Live
        }
    }

    /// The new end when the person asks for more time, however much is left; none when the session is over. Never earlier
    /// than the end it had.
    pub fn extend(&self, session: &Session, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let end = session.expires_at.min(self.limit(session.login_time));
        (now < end).then(|| self.expiry(session.login_time, now).max(end))
    }

    fn limit(&self, login_time: DateTime<Utc>) -> DateTime<Utc> {
        login_time.checked_add_signed(self.absolute).unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    fn expiry(&self, login_time: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        let life = now.checked_add_signed(self.life).unwrap_or(DateTime::<Utc>::MAX_UTC);
        life.min(self.limit(login_time))
    }
}
