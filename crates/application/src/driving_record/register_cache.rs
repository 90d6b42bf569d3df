//! A cache of facts from the registers of lawyers and authorities, for lists of items
//! (docs/product/driving-record.md#standing).

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use chrono::{DateTime, TimeDelta, Utc};
use domain::legal_help::matching::Practice;
use domain::shared::us_state::UsState;
use ports::legal_help::lawyers::RegisterFacts;
use ports::store::Store;

use crate::error::Result;

/// Maximum number of issuers' names in the cache. Above it, the cache is emptied.
const MAX_NAMES: usize = 10_000;

/// A cache of facts from the registers of lawyers and authorities. Threads share the cache.
#[derive(Debug)]
pub struct RegisterCache {
    max_age: TimeDelta,
    entries: RwLock<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    /// When the oldest entry was read; `None` while the cache is empty.
    oldest: Option<DateTime<Utc>>,
    has_lawyers: bool,
    practices: HashMap<UsState, Vec<Practice>>,
    /// The main name of each issuer's authority. `None` for issuers that aren't in the register.
    authority_names: HashMap<String, Option<String>>,
    /// Number of times that the cache was cleared.
    times_cleared: u64,
}

/// Identifies when a lookup started, by the number of times that the cache had been cleared before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookupStart(u64);

impl RegisterCache {
    /// Creates a cache that returns facts for at most `max_age` after they were read. Zero
    /// turns the cache off.
    pub fn new(max_age: TimeDelta) -> Self {
        Self { max_age, entries: RwLock::default() }
    }

    /// Returns the facts from the cache, or reads them if any of them is missing or too old. `issuer_keys`
    /// are issuers' names, normalized by [`issuer_key`](domain::shared::citation_number::issuer_key).
    pub(super) fn facts(
        &self,
        store: &mut dyn Store,
        now: DateTime<Utc>,
        states: &[UsState],
        issuer_keys: &[String],
    ) -> Result<RegisterFacts> {
        match self.recall(now, states, issuer_keys) {
            Ok(found) => Ok(found),
            Err(lookup) => {
                let facts = store.register_facts(states, issuer_keys)?;
                self.remember(lookup, now, states, issuer_keys, &facts);
                Ok(facts)
            }
        }
    }

    /// Returns the facts if all of them are cached.
    ///
    /// # Errors
    /// Returns a [`LookupStart`] otherwise. The caller then reads the facts and
    /// passes both to [`RegisterCache::remember`].
    pub fn recall(
        &self,
        now: DateTime<Utc>,
        states: &[UsState],
        issuer_keys: &[String],
    ) -> std::result::Result<RegisterFacts, LookupStart> {
        let entries = self.read();
        let found = self.is_current(&entries, now).then(|| entries.find(states, issuer_keys)).flatten();
        found.ok_or(LookupStart(entries.times_cleared))
    }

    /// Caches facts, unless the cache was cleared since their lookup started, because the facts may then be outdated.
    pub fn remember(
        &self,
        lookup: LookupStart,
        now: DateTime<Utc>,
        states: &[UsState],
        issuer_keys: &[String],
        facts: &RegisterFacts,
    ) {
        let mut entries = self.write();
        if entries.times_cleared != lookup.0 {
            return;
        }
        let is_full = entries.authority_names.len() + issuer_keys.len() > MAX_NAMES;
        if is_full || !self.is_current(&entries, now) {
            *entries = Entries { times_cleared: lookup.0, ..Entries::default() };
        }
        entries.oldest.get_or_insert(now);
        entries.insert(states, issuer_keys, facts);
    }

    /// Empties the cache after a change that may affect the registers.
    pub fn clear(&self) {
        let mut entries = self.write();
        *entries = Entries { times_cleared: entries.times_cleared + 1, ..Entries::default() };
    }

    /// Whether the cache has facts and none of them has reached the maximum age.
    fn is_current(&self, entries: &Entries, now: DateTime<Utc>) -> bool {
        entries.oldest.is_some_and(|oldest| (TimeDelta::zero()..self.max_age).contains(&(now - oldest)))
    }

    /// Locks the cached facts for reading.
    fn read(&self) -> RwLockReadGuard<'_, Entries> {
        self.entries.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the cached facts for changing them.
    fn write(&self) -> RwLockWriteGuard<'_, Entries> {
        self.entries.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entries {
    /// Returns the facts if all of them are cached.
    fn find(&self, states: &[UsState], issuer_keys: &[String]) -> Option<RegisterFacts> {
        let practices: Vec<&Vec<Practice>> =
            states.iter().map(|state| self.practices.get(state)).collect::<Option<_>>()?;
        let mut authority_names = Vec::with_capacity(issuer_keys.len());
        for key in issuer_keys {
            if let Some(name) = self.authority_names.get(key)? {
                authority_names.push((key.clone(), name.clone()));
            }
        }
        let practices = practices.into_iter().flatten().cloned().collect();
        Some(RegisterFacts { has_lawyers: self.has_lawyers, practices, authority_names })
    }

    /// Adds the facts that were read for these states and issuers. Also stores which of the issuers
    /// aren't in the register.
    fn insert(&mut self, states: &[UsState], issuer_keys: &[String], facts: &RegisterFacts) {
        self.has_lawyers = facts.has_lawyers;
        for state in states {
            let of_state = facts.practices.iter().filter(|practice| practice.state == *state);
            self.practices.insert(*state, of_state.cloned().collect());
        }
        for key in issuer_keys {
            let found = facts.authority_names.iter().find(|(name, _)| name == key);
            self.authority_names.insert(key.clone(), found.map(|(_, name)| name.clone()));
        }
    }
}
