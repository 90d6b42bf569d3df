//! Collects when sessions were last used (docs/product/accounts.md#remembered-sessions).

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use domain::shared::ids::SessionId;

/// Maximum number of sessions collected between two writes. Further ones are skipped until the next write.
const MOST: usize = 100_000;

/// Last uses that this process has not stored yet. They are stored together, instead of one by
/// one in each request.
#[derive(Debug, Default)]
pub struct LastUses(Mutex<HashMap<SessionId, DateTime<Utc>>>);

impl LastUses {
    /// Notes that a session was used.
    pub fn note(&self, session: SessionId, at: DateTime<Utc>) {
        let mut noted = self.lock();
        if noted.len() < MOST || noted.contains_key(&session) {
            let last = noted.entry(session).or_insert(at);
            *last = at.max(*last);
        }
    }

    /// Removes and returns all collected uses.
    pub(crate) fn take(&self) -> Vec<(SessionId, DateTime<Utc>)> {
        std::mem::take(&mut *self.lock()).into_iter().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, DateTime<Utc>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
