//! Seals of the audit trail in the database.

use domain::security::seal::{Month, Seal, TrailEntry};

use crate::shared::store_error::StoreResult;

/// A seal key, encrypted by the vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealKey {
    /// Its name.
    pub id: i32,
    /// As it is stored.
    pub sealed: Vec<u8>,
}

/// The trail as it is sealed, and its seals.
pub trait Seals {
    /// Until the end of the transaction nobody else seals; false when somebody else does.
    fn lock_seals(&mut self) -> StoreResult<bool>;
    /// All seal keys, the newest last.
    fn seal_keys(&mut self) -> StoreResult<Vec<SealKey>>;
    /// The name that the next seal key has.
    fn next_seal_key(&mut self) -> StoreResult<i32>;
    /// Keeps a seal key; one of that name that is there stays as it is.
    fn insert_seal_key(&mut self, key: &SealKey) -> StoreResult<()>;
    /// The last seal.
    fn last_seal(&mut self) -> StoreResult<Option<Seal>>;
    /// Adds seals.
    fn insert_seals(&mut self, seals: &[Seal]) -> StoreResult<()>;
    /// The seals after this number in their order, at most so many.
    fn seals_after(&mut self, number: i32, most: i64) -> StoreResult<Vec<Seal>>;
    /// The newest entry's id that can be seen, 0 when there is none.
    fn newest_entry(&mut self) -> StoreResult<i32>;
    /// Who is adding to the trail: transactions that may hold entries which nobody sees yet. A name is never used again.
    fn trail_writers(&mut self) -> StoreResult<Vec<String>>;
    /// The entries whose ids are within these, both included, by their ids; at most so many.
    fn entries_within(&mut self, first: i32, last: i32, most: i64) -> StoreResult<Vec<TrailEntry>>;
    /// The last month of which the trail says that it was dropped.
    fn dropped_until(&mut self) -> StoreResult<Option<Month>>;
}
