//! Addresses from which somebody logged in lately: while a flood of strangers fills their queue, these still get in.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::{PoisonError, RwLock};

use application::Deps;
use domain::security::network::counted_as;
use ports::shared::store_error::StoreResult;
use ports::store::with_store;

/// More are not held in memory; the others wait as strangers do.
const MOST: i64 = 100_000;

/// The addresses, as they are counted, each by its hash.
#[derive(Debug, Default)]
pub struct Places {
    known: RwLock<HashSet<u64>>,
    hasher: RandomState,
}

impl Places {
    /// Reads them again. Runs at the start and now and then: other processes learn of places, too.
    ///
    /// # Errors
    /// The database's: then the copy stays as it was.
    pub fn reload(&self, deps: &Deps) -> StoreResult<()> {
        let places = with_store(&*deps.database, |store| store.last_places(MOST))?;
        let read = places.iter().map(|address| self.hasher.hash_one(address)).collect();
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = read;
        Ok(())
    }

    /// Whether somebody logged in from there.
    pub fn is_known(&self, address: &str) -> bool {
        let hash = self.hash(address);
        self.known.read().unwrap_or_else(PoisonError::into_inner).contains(&hash)
    }

    /// Somebody has.
    pub fn note(&self, address: &str) {
        let hash = self.hash(address);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if i64::try_from(known.len()).is_ok_and(|len| len < MOST) {
            known.insert(hash);
        }
    }

    fn hash(&self, address: &str) -> u64 {
        self.hasher.hash_one(counted_as(address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_one_place() {
        let places = Places::default();
        places.note("2001:db8:7:1::5");
        places.note("203.0.113.9");
        assert!(places.is_known("2001:db8:7:1:ffff::9") && places.is_known("203.0.113.9"));
        assert!(!places.is_known("2001:db8:7:2::5") && !places.is_known("203.0.113.8"));
    }
}
