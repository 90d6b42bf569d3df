//! IP addresses with a recent login, called known addresses. While logins from unknown addresses fill the
//! queue for hashing passwords, logins and sign-ups from known addresses are still accepted.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::{PoisonError, RwLock};

use application::Deps;
use domain::security::network::counting_key;
use ports::shared::store_error::StoreResult;
use ports::store::with_store;

/// Maximum number of addresses in memory. Further addresses are treated as unknown.
const MAX_ADDRESSES: i64 = 100_000;

/// Hashes of the addresses (for IPv6, of their `/64` networks).
#[derive(Debug, Default)]
pub struct KnownAddresses {
    known: RwLock<HashSet<u64>>,
    hasher: RandomState,
}

impl KnownAddresses {
    /// Reads the addresses from the database, including those that other processes stored.
    ///
    /// # Errors
    /// Fails when the database is unavailable. The copy in memory is then unchanged.
    pub fn reload(&self, deps: &Deps) -> StoreResult<()> {
        let places = with_store(&*deps.database, |store| store.recent_login_addresses(MAX_ADDRESSES))?;
        let read = places.iter().map(|address| self.hasher.hash_one(address)).collect();
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = read;
        Ok(())
    }

    /// Whether the address has a recent login.
    pub fn is_known(&self, address: &str) -> bool {
        let hash = self.hash(address);
        self.known.read().unwrap_or_else(PoisonError::into_inner).contains(&hash)
    }

    /// Adds the address of a login, unless the maximum number of addresses is reached.
    pub fn add(&self, address: &str) {
        let hash = self.hash(address);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if i64::try_from(known.len()).is_ok_and(|len| len < MAX_ADDRESSES) {
            known.insert(hash);
        }
    }

    /// Hashes an address. All IPv6 addresses of a `/64` network have the same hash.
    fn hash(&self, address: &str) -> u64 {
        self.hasher.hash_one(counting_key(address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_64_bit_network_counts_as_one_address() {
        let places = KnownAddresses::default();
        places.add("2001:db8:7:1::5");
        places.add("203.0.113.9");
        assert!(places.is_known("2001:db8:7:1:ffff::9") && places.is_known("203.0.113.9"));
        assert!(!places.is_known("2001:db8:7:2::5") && !places.is_known("203.0.113.8"));
    }
}
