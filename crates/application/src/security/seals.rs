//! Sealing the audit trail, and proving it (docs/PRODUCT.md#seals-of-the-audit-trail).

use std::collections::{BTreeMap, BTreeSet};

use domain::security::seal::{Break, Verification, seal};
use domain::shared::ids::UserId;
use ports::security::seals::SealKey;
use ports::shared::clock::Clock;
use ports::shared::secrets::{Tokens, Vault};
use ports::shared::store_error::StoreError;
use ports::store::{Database, Store, in_transaction, with_store};

/// Entries that are sealed in one transaction, and at most by one seal.
const AT_A_TIME: i64 = 1_000;
/// Seals that are read at a time.
const SEALS_AT_A_TIME: i64 = 100;

/// Why the trail could not be sealed or looked at.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database could not be asked.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The key of some seals is not there, or opens with none of the data keys.
    #[error("the key of the seals is not there, or opens with no key of LANEWISE_DATA_KEY")]
    NoKey,
    /// A seal that this process has made is not there any more.
    #[error(
        "seal {0} of the audit trail, made by this very process, is gone or another: run `server audit verify`"
    )]
    Gone(i32),
}

/// What sealing and proving need.
#[derive(Clone, Copy)]
pub struct Tools<'a> {
    /// Where the trail is.
    pub database: &'a dyn Database,
    /// Opens the keys of seals.
    pub vault: &'a dyn Vault,
    /// Makes keys, and MACs.
    pub tokens: &'a dyn Tokens,
    /// Tells when a seal was made.
    pub clock: &'a dyn Clock,
}

/// To whom a seal key is bound in the vault: nobody's id is below zero, so no secret of a user's can take a key's place.
fn bound_to(key: i32) -> UserId {
    UserId(-key)
}

/// The keys of the seals, opened.
type Keys = BTreeMap<i32, String>;

impl Tools<'_> {
    fn keys(&self, store: &mut dyn Store) -> Result<Keys, Error> {
        let open = |key: SealKey| {
            let opened = self.vault.open(bound_to(key.id), &key.sealed);
            opened.map(|opened| (key.id, opened)).ok_or(Error::NoKey)
        };
        store.seal_keys()?.into_iter().map(open).collect()
    }

    fn mac(&self, keys: &Keys, key: i32, message: &[u8]) -> Option<[u8; 32]> {
        Some(self.tokens.mac(keys.get(&key)?, message))
    }
}

/// A key that from now on seals are made with.
///
/// # Errors
/// Only the database's.
pub fn new_key(store: &mut dyn Store, vault: &dyn Vault, tokens: &dyn Tokens) -> Result<(), StoreError> {
    let id = store.next_seal_key()?;
    let sealed = vault.seal(bound_to(id), &tokens.new_token());
    store.insert_seal_key(&SealKey { id, sealed })
}

/// Entries up to here can be sealed as soon as who was writing then is not any more.
#[derive(Clone, Debug)]
struct Horizon {
    upto: i32,
    writers: BTreeSet<String>,
}

/// What a process remembers between two steps of sealing.
#[derive(Clone, Debug, Default)]
pub struct Sealing {
    horizon: Option<Horizon>,
    last: Option<(i32, [u8; 32])>,
}

impl Sealing {
    /// Seals what can be sealed, and answers the last seal if it made some. Ids are given before a transaction commits, so an entry may
    /// become visible after later ones: up to the newest that is seen, all are there when those have ended who were writing at that
    /// moment. They are never waited for; the next step looks again.
    ///
    /// # Errors
    /// [`Error`].
    pub fn step(&mut self, tools: Tools<'_>) -> Result<Option<(i32, [u8; 32])>, Error> {
        let writers = with_store(tools.database, |store| self.look(store))?;
        let Some(horizon) = self.horizon.take_if(|horizon| horizon.writers.is_disjoint(&writers)) else {
            return Ok(None);
        };
        let mut made = None;
        while let Some(last) =
            in_transaction(tools.database, |store| self.seal_some(tools, store, horizon.upto))?
        {
            self.last = Some(last);
            made = self.last;
        }
        Ok(made)
    }

    fn look(&mut self, store: &mut dyn Store) -> Result<BTreeSet<String>, Error> {
        if self.horizon.is_none() {
            // In this order: who writes an entry up to here and cannot be seen yet is among the writers.
            let upto = store.newest_entry()?;
            let writers: BTreeSet<String> = store.trail_writers()?.into_iter().collect();
            self.horizon = Some(Horizon { upto, writers });
        }
        Ok(store.trail_writers()?.into_iter().collect())
    }

    /// None when nothing is left to do, or another process is at it.
    fn seal_some(
        &self,
        tools: Tools<'_>,
        store: &mut dyn Store,
        upto: i32,
    ) -> Result<Option<(i32, [u8; 32])>, Error> {
        if !store.lock_seals()? {
            return Ok(None);
        }
        let before = store.last_seal()?;
        self.must_go_on(store)?;
        let first = before.as_ref().map_or(1, |seal| seal.last + 1);
        let entries = if first > upto { vec![] } else { store.entries_within(first, upto, AT_A_TIME)? };
        if entries.is_empty() {
            return Ok(None);
        }
        let mut keys = tools.keys(store)?;
        if keys.is_empty() {
            // Without keys there may be no seals: the next one would hide that the keys are gone.
            if before.is_some() {
                return Err(Error::NoKey);
            }
            new_key(store, tools.vault, tools.tokens)?;
            keys = tools.keys(store)?;
        }
        let key = *keys.keys().next_back().ok_or(Error::NoKey)?;
        let mac = |key: i32, message: &[u8]| tools.mac(&keys, key, message);
        let seals = seal(&mac, key, before.as_ref(), &entries, tools.clock.now()).ok_or(Error::NoKey)?;
        store.insert_seals(&seals)?;
        Ok(seals.last().map(|seal| (seal.number, seal.mac)))
    }

    /// Seals that are cut off at the end leave no trace among the others, but the process that made the last one knows.
    fn must_go_on(&self, store: &mut dyn Store) -> Result<(), Error> {
        let Some((number, mac)) = self.last else { return Ok(()) };
        let is_there =
            store.seals_after(number - 1, 1)?.iter().any(|seal| (seal.number, seal.mac) == (number, mac));
        if is_there { Ok(()) } else { Err(Error::Gone(number)) }
    }
}

/// What proving the trail found.
#[derive(Clone, Debug)]
pub struct Proof {
    /// What is not as it was sealed, and how much is.
    pub found: Verification,
    /// Entries that no seal covers yet.
    pub unsealed: i32,
    /// Whether the seal that was expected is there; true when none was.
    pub has_expected: bool,
}

impl Proof {
    /// Nothing is wrong.
    pub fn holds(&self) -> bool {
        self.found.breaks.is_empty() && self.has_expected
    }
}

/// Proves the whole trail, seal by seal. `expected` is a seal that was noted elsewhere: it shows that no seals were cut off since.
///
/// # Errors
/// [`Error`].
pub fn verify(tools: Tools<'_>, expected: Option<(i32, [u8; 32])>) -> Result<Proof, Error> {
    let (keys, dropped) =
        with_store(tools.database, |store| Ok::<_, Error>((tools.keys(store)?, store.dropped_until()?)))?;
    let mac = |key: i32, message: &[u8]| tools.mac(&keys, key, message);
    let mut found = Verification::new(dropped);
    let mut has_expected = expected.is_none();
    loop {
        let after = found.last_seal.map_or(0, |(number, _)| number);
        let seals = with_store(tools.database, |store| store.seals_after(after, SEALS_AT_A_TIME))?;
        if seals.is_empty() {
            break;
        }
        for seal in seals {
            has_expected |= expected == Some((seal.number, seal.mac));
            // However many were put in: the range tells where to stop.
            let entries =
                with_store(tools.database, |store| store.entries_within(seal.first, seal.last, i64::MAX))?;
            found.next(&mac, &seal, &entries);
        }
    }
    let newest = with_store(tools.database, |store| store.newest_entry())?;
    // The last seals end with an entry. When the entry is gone, so may be all that came after it.
    Ok(Proof { unsealed: (newest - found.covered).max(0), has_expected, found })
}

/// The breaks in the order of what they are about, each once.
#[must_use]
pub fn sorted(found: &Verification) -> Vec<Break> {
    found.breaks.iter().copied().collect::<BTreeSet<_>>().into_iter().collect()
}
