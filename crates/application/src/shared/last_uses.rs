//! Collects in memory when sessions were last used (docs/product/accounts.md#remembered-sessions).

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use domain::shared::ids::SessionId;

/// Maximum number of sessions in memory. Uses of further sessions are ignored until the
/// collected times are stored.
const MAX_SESSIONS: usize = 100_000;

/// When each session was last used, until these times are stored in the database. Many times are
/// stored together, so that a request doesn't have to write to the database.
#[derive(Debug, Default)]
pub struct LastUses(Mutex<HashMap<SessionId, DateTime<Utc>>>);

impl LastUses {
    /// Adds the time at which a session was used.
    pub fn record(&self, session: SessionId, used_at: DateTime<Utc>) {
        let mut uses = self.lock();
        if uses.len() < MAX_SESSIONS || uses.contains_key(&session) {
            let last = uses.entry(session).or_insert(used_at);
            *last = used_at.max(*last);
        }
    }

    /// Removes and returns all collected times.
    pub(crate) fn take(&self) -> Vec<(SessionId, DateTime<Utc>)> {
        std::mem::take(&mut *self.lock()).into_iter().collect()
    }

    /// Locks the collected times.
    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, DateTime<Utc>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
