//! Blocked IP addresses, whose requests get `403`. The server keeps the blocks in memory, so that a flood of requests
//! from blocked addresses uses no database connections.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use application::Deps;
use chrono::{DateTime, Utc};
use ports::shared::store_error::StoreResult;
use ports::store::with_store;

/// Maximum number of blocks in memory. An operator who needs more should block whole networks in a firewall.
const MAX_BLOCKS: i64 = 100_000;

/// Blocked IP addresses (for IPv6, their `/64` networks), each with the end of its block.
#[derive(Debug, Default)]
pub struct Blocks {
    until: RwLock<HashMap<String, DateTime<Utc>>>,
}

impl Blocks {
    /// Reads the blocks from the database.
    ///
    /// # Errors
    /// Fails when the database is unavailable. The copy in memory is then unchanged.
    pub fn reload(&self, deps: &Deps) -> StoreResult<()> {
        let blocks = with_store(&*deps.database, |store| store.blocks(deps.clock.now(), MAX_BLOCKS))?;
        let read = blocks.into_iter().map(|block| (block.address, block.expires_at)).collect();
        *self.until.write().unwrap_or_else(PoisonError::into_inner) = read;
        Ok(())
    }

    /// Whether this address is blocked now. `counted` is the address or, for IPv6, its `/64` network.
    pub fn is_blocked(&self, counted: &str, now: DateTime<Utc>) -> bool {
        let until = self.until.read().unwrap_or_else(PoisonError::into_inner);
        until.get(counted).is_some_and(|until| *until > now)
    }
}
