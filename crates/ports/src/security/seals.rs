//! Seals of the audit trail in the database.

use domain::security::seal::{Month, Seal, TrailEntry};

use crate::shared::store_error::StoreResult;

/// A seal key, encrypted with the data key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealKey {
    /// Number of the key.
    pub id: i32,
    /// The encrypted key, as stored.
    pub sealed: Vec<u8>,
}

/// Entries to seal, and the seals.
pub trait Seals {
    /// Acquires the lock for sealing until the transaction ends; `false` if another process holds it.
    fn lock_seals(&mut self) -> StoreResult<bool>;
    /// Returns all seal keys, newest last.
    fn seal_keys(&mut self) -> StoreResult<Vec<SealKey>>;
    /// Returns the number of the next seal key.
    fn next_seal_key(&mut self) -> StoreResult<i32>;
    /// Stores a seal key. An existing key with this number stays unchanged.
    fn insert_seal_key(&mut self, key: &SealKey) -> StoreResult<()>;
    /// Returns the last seal.
    fn last_seal(&mut self) -> StoreResult<Option<Seal>>;
    /// Stores seals in their order.
    fn insert_seals(&mut self, seals: &[Seal]) -> StoreResult<()>;
    /// Returns up to `most` seals after this number, in order.
    fn seals_after(&mut self, number: i32, most: i64) -> StoreResult<Vec<Seal>>;
    /// Returns the id of the newest visible entry; 0 if there is none.
    fn newest_entry(&mut self) -> StoreResult<i32>;
    /// Returns the transactions that are adding entries that aren't visible yet. Their names are never reused.
    fn trail_writers(&mut self) -> StoreResult<Vec<String>>;
    /// Returns up to `most` entries with ids from `first` to `last`, ordered by id.
    fn entries_within(&mut self, first: i32, last: i32, most: i64) -> StoreResult<Vec<TrailEntry>>;
    /// Returns the last month that the trail says was deleted.
    fn dropped_until(&mut self) -> StoreResult<Option<Month>>;
}
