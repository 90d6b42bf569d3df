//! Addresses that get no answer but `403`: a copy in memory, so that a flood of theirs costs no connection to the database.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use application::Deps;
use chrono::{DateTime, Utc};
use ports::shared::store_error::StoreResult;
use ports::store::with_store;

/// More are not held in memory: by then somebody should block networks elsewhere.
const MOST: i64 = 100_000;

/// The blocked addresses, as they are counted, each with its end.
#[derive(Debug, Default)]
pub struct Blocks {
    until: RwLock<HashMap<String, DateTime<Utc>>>,
}

impl Blocks {
    /// Reads them again. Runs at the start, and whenever any server process announces a change.
    ///
    /// # Errors
    /// The database's: then the copy stays as it was.
    pub fn reload(&self, deps: &Deps) -> StoreResult<()> {
        let blocks = with_store(&*deps.database, |store| store.blocks(deps.clock.now(), MOST))?;
        let read = blocks.into_iter().map(|block| (block.address, block.expires_at)).collect();
        *self.until.write().unwrap_or_else(PoisonError::into_inner) = read;
        Ok(())
    }

    /// Whether this address, as it is counted, is blocked at this moment.
    pub fn is_blocked(&self, counted: &str, now: DateTime<Utc>) -> bool {
        let until = self.until.read().unwrap_or_else(PoisonError::into_inner);
        until.get(counted).is_some_and(|until| *until > now)
    }
}
