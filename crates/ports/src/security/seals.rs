//! Seals of the audit trail in the database. A seal is an HMAC over a range of audit entries and the previous seal.
//! Seals reveal entries that were changed, removed or inserted afterwards
//! (docs/product/security.md#seals-of-the-audit-trail).

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

/// Audit entries, their seals, and the keys of the seals.
pub trait Seals {
    /// Acquires the lock for sealing until the transaction ends; `false` if another process holds it.
    fn try_lock_seals(&mut self) -> StoreResult<bool>;
    /// Returns all seal keys, oldest first.
    fn seal_keys(&mut self) -> StoreResult<Vec<SealKey>>;
    /// Returns the number that the next new seal key gets.
    fn next_seal_key_id(&mut self) -> StoreResult<i32>;
    /// Stores a seal key. An existing key with this number stays unchanged.
    fn insert_seal_key(&mut self, key: &SealKey) -> StoreResult<()>;
    /// Returns the last seal.
    fn last_seal(&mut self) -> StoreResult<Option<Seal>>;
    /// Stores these seals, one after another.
    fn insert_seals(&mut self, seals: &[Seal]) -> StoreResult<()>;
    /// Returns up to `limit` seals after the seal with this number, in order.
    fn seals_after(&mut self, number: i32, limit: i64) -> StoreResult<Vec<Seal>>;
    /// Returns the id of the newest committed audit entry; 0 if there is none.
    fn newest_audit_entry_id(&mut self) -> StoreResult<i32>;
    /// Returns the ids of the open transactions that are adding or have added audit entries. The
    /// database reuses an id only after a restart.
    fn open_audit_transaction_ids(&mut self) -> StoreResult<Vec<String>>;
    /// Returns up to `limit` entries with ids from `first` to `last`, ordered by id.
    fn trail_entries_between(&mut self, first: i32, last: i32, limit: i64) -> StoreResult<Vec<TrailEntry>>;
    /// Returns the last month whose audit entries were deleted, according to the audit trail itself.
    fn last_dropped_month(&mut self) -> StoreResult<Option<Month>>;
}
