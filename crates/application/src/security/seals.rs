//! Seals of the audit trail: creating and verifying them (docs/product/security.md#seals-of-the-audit-trail).

use std::collections::{BTreeMap, BTreeSet};

use domain::security::seal::{SealVerification, SealViolation, seal};
use domain::shared::ids::UserId;
use ports::security::seals::SealKey;
use ports::shared::clock::Clock;
use ports::shared::secrets::{Tokens, Vault};
use ports::shared::store_error::StoreError;
use ports::store::{Database, Store, in_transaction, with_store};

/// Maximum number of entries that one transaction seals, and that one seal covers.
const AT_A_TIME: i64 = 1_000;
/// Maximum number of seals that one query reads.
const SEALS_AT_A_TIME: i64 = 100;

/// Why the audit trail could not be sealed or verified.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A seal key is missing, or no data key decrypts it.
    #[error("the key of the audit trail's seals is missing, or no key in LANEWISE_DATA_KEY decrypts it")]
    NoKey,
    /// A seal that this process created was removed or changed in the database.
    #[error(
        "seal {0} of the audit trail, created by this process, was removed or changed: run `server audit verify`"
    )]
    Gone(i32),
}

/// Dependencies for creating and verifying seals.
#[derive(Clone, Copy)]
pub struct SealDeps<'a> {
    /// The database with the audit trail.
    pub database: &'a dyn Database,
    /// Decrypts the keys of the seals.
    pub vault: &'a dyn Vault,
    /// Generates seal keys, and computes MACs.
    pub tokens: &'a dyn Tokens,
    /// Returns the time of a new seal.
    pub clock: &'a dyn Clock,
}

/// Returns the id with which a seal key is encrypted. The id is negative and users' ids are
/// positive, so a user's encrypted secret can't be used in place of a seal key.
fn owner_of_seal_key(key: i32) -> UserId {
    UserId(-key)
}

/// Decrypted seal keys by their id.
type Keys = BTreeMap<i32, String>;

impl SealDeps<'_> {
    /// Reads and decrypts the seal keys.
    fn keys(&self, store: &mut dyn Store) -> Result<Keys, Error> {
        let open = |key: SealKey| {
            let opened = self.vault.open(owner_of_seal_key(key.id), &key.sealed);
            opened.map(|opened| (key.id, opened)).ok_or(Error::NoKey)
        };
        store.seal_keys()?.into_iter().map(open).collect()
    }

    /// Computes the MAC of a message with the seal key that has the id `key`; `None` if `keys`
    /// doesn't have this key.
    fn mac(&self, keys: &Keys, key: i32, message: &[u8]) -> Option<[u8; 32]> {
        Some(self.tokens.mac(keys.get(&key)?, message))
    }
}

/// Adds a seal key. All seals from now on are made with this key.
pub fn new_key(store: &mut dyn Store, vault: &dyn Vault, tokens: &dyn Tokens) -> Result<(), StoreError> {
    let id = store.next_seal_key_id()?;
    let sealed = vault.seal(owner_of_seal_key(id), &tokens.new_token());
    store.insert_seal_key(&SealKey { id, sealed })
}

/// The newest entry's id at a point in time, and the transactions that were writing entries at that
/// time. Entries up to this id can be sealed once these transactions have ended.
#[derive(Clone, Debug)]
struct SealableRange {
    upto: i32,
    writers: BTreeSet<String>,
}

/// A process's state between two sealing steps.
#[derive(Clone, Debug, Default)]
pub struct SealProgress {
    horizon: Option<SealableRange>,
    last: Option<(i32, [u8; 32])>,
}

impl SealProgress {
    /// Seals entries that are final. Returns the number and the MAC of the last new seal, if any.
    /// An entry gets its id before its transaction commits, so an entry with a lower id may appear
    /// later. So this method records the newest id and the transactions that are writing. Entries
    /// up to that id are final once these transactions have ended. This method doesn't wait for
    /// these transactions; the next call checks again.
    ///
    /// # Errors
    /// [`Error`] if sealing failed.
    pub fn seal_next(&mut self, seal_deps: SealDeps<'_>) -> Result<Option<(i32, [u8; 32])>, Error> {
        let writers = with_store(seal_deps.database, |store| self.read_writers(store))?;
        let Some(horizon) = self.horizon.take_if(|horizon| horizon.writers.is_disjoint(&writers)) else {
            return Ok(None);
        };
        let mut last_seal = None;
        while let Some(last) =
            in_transaction(seal_deps.database, |store| self.seal_batch(seal_deps, store, horizon.upto))?
        {
            self.last = Some(last);
            last_seal = self.last;
        }
        Ok(last_seal)
    }

    /// Returns the transactions that are writing to the audit trail. If `horizon` isn't set, sets
    /// it to the newest entry and these transactions.
    fn read_writers(&mut self, store: &mut dyn Store) -> Result<BTreeSet<String>, Error> {
        if self.horizon.is_none() {
            // The newest id is read before the list of writing transactions. So a transaction with an
            // uncommitted entry up to this id is in that list.
            let last_entry = store.newest_audit_entry_id()?;
            let writers: BTreeSet<String> = store.open_audit_transaction_ids()?.into_iter().collect();
            self.horizon = Some(SealableRange { upto: last_entry, writers });
        }
        Ok(store.open_audit_transaction_ids()?.into_iter().collect())
    }

    /// Seals one batch of entries. Returns the number and the MAC of the last new seal; `None` if no entries
    /// are left, or if another process is sealing.
    fn seal_batch(
        &self,
        seal_deps: SealDeps<'_>,
        store: &mut dyn Store,
        last_entry: i32,
    ) -> Result<Option<(i32, [u8; 32])>, Error> {
        if !store.try_lock_seals()? {
            return Ok(None);
        }
        let before = store.last_seal()?;
        self.must_still_have_last_seal(store)?;
        let first = before.as_ref().map_or(1, |seal| seal.last + 1);
        let entries = if first > last_entry {
            vec![]
        } else {
            store.trail_entries_between(first, last_entry, AT_A_TIME)?
        };
        if entries.is_empty() {
            return Ok(None);
        }
        let mut keys = seal_deps.keys(store)?;
        if keys.is_empty() {
            // If there are seals but no key, the keys were lost. Adding a new key would hide this
            // loss.
            if before.is_some() {
                return Err(Error::NoKey);
            }
            new_key(store, seal_deps.vault, seal_deps.tokens)?;
            keys = seal_deps.keys(store)?;
        }
        let key = *keys.keys().next_back().ok_or(Error::NoKey)?;
        let mac = |key: i32, message: &[u8]| seal_deps.mac(&keys, key, message);
        let seals = seal(&mac, key, before.as_ref(), &entries, seal_deps.clock.now()).ok_or(Error::NoKey)?;
        store.insert_seals(&seals)?;
        Ok(seals.last().map(|seal| (seal.number, seal.mac)))
    }

    /// Checks that the last seal that this process created still exists. If an attacker deleted the
    /// newest seals, the remaining seals wouldn't show the deletion.
    fn must_still_have_last_seal(&self, store: &mut dyn Store) -> Result<(), Error> {
        let Some((number, mac)) = self.last else { return Ok(()) };
        let is_there =
            store.seals_after(number - 1, 1)?.iter().any(|seal| (seal.number, seal.mac) == (number, mac));
        if is_there { Ok(()) } else { Err(Error::Gone(number)) }
    }
}

/// The result of verifying the audit trail.
#[derive(Clone, Debug)]
pub struct TrailVerification {
    /// All violations of seals, and how far the audit trail is intact.
    pub found: SealVerification,
    /// Number of entries that no seal covers yet.
    pub unsealed: i32,
    /// Whether the seal that the operator expected exists. True if the operator named no seal.
    pub has_expected: bool,
}

impl TrailVerification {
    /// Whether the audit trail is intact.
    pub fn is_intact(&self) -> bool {
        self.found.violations.is_empty() && self.has_expected
    }
}

/// Verifies the whole audit trail, seal by seal. `expected` is the number and MAC of a seal that the operator
/// stored elsewhere. If that seal still exists, no seals up to it were deleted.
///
/// # Errors
/// [`Error`] if the audit trail could not be read.
pub fn verify_trail(
    seal_deps: SealDeps<'_>,
    expected: Option<(i32, [u8; 32])>,
) -> Result<TrailVerification, Error> {
    let (keys, dropped) = with_store(seal_deps.database, |store| {
        Ok::<_, Error>((seal_deps.keys(store)?, store.last_dropped_month()?))
    })?;
    let mac = |key: i32, message: &[u8]| seal_deps.mac(&keys, key, message);
    let mut found = SealVerification::new(dropped);
    let mut has_expected = expected.is_none();
    loop {
        let after = found.last_seal.map_or(0, |(number, _)| number);
        let seals = with_store(seal_deps.database, |store| store.seals_after(after, SEALS_AT_A_TIME))?;
        if seals.is_empty() {
            break;
        }
        for seal in seals {
            has_expected |= expected == Some((seal.number, seal.mac));
            // An attacker may have inserted more entries than were sealed, so the query is limited by the
            // range of ids instead of a count.
            let entries = with_store(seal_deps.database, |store| {
                store.trail_entries_between(seal.first, seal.last, i64::MAX)
            })?;
            found.verify_next(&mac, &seal, &entries);
        }
    }
    let newest = with_store(seal_deps.database, |store| store.newest_audit_entry_id())?;
    // `max(0)`, because `newest` is less than `covered` if the newest sealed entries were deleted.
    Ok(TrailVerification { unsealed: (newest - found.covered).max(0), has_expected, found })
}

/// Returns each violation once, sorted by its kind and then by the id of the entry or the number of the seal.
#[must_use]
pub fn sorted(verification: &SealVerification) -> Vec<SealViolation> {
    verification.violations.iter().copied().collect::<BTreeSet<_>>().into_iter().collect()
}
