//! When sessions were last used (docs/PRODUCT.md#remembered-sessions).

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use domain::shared::ids::SessionId;
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::Result;

/// More sessions than a process sees in a minute; what comes after them is not noted, and the next minute is.
const MOST: usize = 100_000;

/// Last uses that this process has seen and not yet written: all of them are written at once, instead of each by its request.
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

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, DateTime<Utc>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes what was noted; answers of how many sessions. What could not be written stays noted.
///
/// # Errors
/// Only the database's.
pub fn write(deps: &Deps) -> Result<usize> {
    let noted: Vec<_> = std::mem::take(&mut *deps.last_uses.lock()).into_iter().collect();
    if noted.is_empty() {
        return Ok(0);
    }
    let written = with_store(&*deps.database, |store| Ok(store.note_last_uses(&noted)?));
    if written.is_err() {
        for (session, at) in &noted {
            deps.last_uses.note(*session, *at);
        }
    }
    written
}
