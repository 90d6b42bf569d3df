//! Rate limits by IP address and by user. A request above a limit gets `429` with `Retry-After`. Requests are
//! counted in memory: by address immediately, and by user as soon as the session is read.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use application::Error;
use domain::accounts::login_throttling::REFUSED_PER_FAILURE;
use domain::security::network::{NETWORK_COUNTS, counting_key, network_of};
use domain::shared::ids::UserId;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::edge::limits::call_class::RateLimitClass;

/// The number of requests that are allowed at once, and the time after which one
/// more request is allowed.
#[derive(Clone, Copy)]
struct Rate(NonZeroU32, Duration);

/// Creates a rate of `burst` requests at once, and one more request after each `refill`.
const fn rate(burst: u32, refill: Duration) -> Rate {
    match NonZeroU32::new(burst) {
        Some(burst) => Rate(burst, refill),
        None => Rate(NonZeroU32::MIN, refill),
    }
}

impl Rate {
    /// Returns the limit that all addresses of an IPv6 network share.
    fn of_network(self) -> Self {
        let Self(burst, refill) = self;
        Self(
            burst.saturating_mul(NonZeroU32::MIN.saturating_add(NETWORK_COUNTS - 1)),
            refill / NETWORK_COUNTS,
        )
    }
}

/// Limit of attempts by IP address: entering a password or a code, requesting or using an emailed link,
/// and creating an account.
const TRIES: Rate = rate(10, Duration::from_secs(6));
/// Limit of downloads of a user's own data, by user.
const DOWNLOADS: Rate = rate(3, Duration::from_secs(600));

/// Limit of CSP reports, by IP address.
const CSP_REPORTS: Rate = rate(10, Duration::from_secs(6));
/// Limit of CSP reports of all addresses together, per process.
const ALL_CSP_REPORTS: Rate = rate(60, Duration::from_secs(1));

/// Rate limits of each class of requests, by IP address. Many people may share one address, and
/// loading a page needs about 15 requests.
const BY_ADDRESS: [(RateLimitClass, Rate); 6] = [
    (RateLimitClass::Read, rate(600, Duration::from_millis(25))),
    (RateLimitClass::Poll, rate(300, Duration::from_millis(50))),
    (RateLimitClass::Write, rate(120, Duration::from_millis(200))),
    (RateLimitClass::Message, rate(60, Duration::from_millis(500))),
    (RateLimitClass::Inquiry, rate(60, Duration::from_millis(500))),
    // The OpenAPI document is large, and clients cache it.
    (RateLimitClass::Document, rate(20, Duration::from_secs(3))),
];

/// Rate limits of each class of requests, by user.
const BY_USER: [(RateLimitClass, Rate); 5] = [
    (RateLimitClass::Read, rate(200, Duration::from_millis(100))),
    (RateLimitClass::Poll, rate(60, Duration::from_millis(300))),
    (RateLimitClass::Write, rate(100, Duration::from_millis(300))),
    (RateLimitClass::Message, rate(20, Duration::from_secs(2))),
    (RateLimitClass::Inquiry, rate(5, Duration::from_secs(60))),
];

/// Maximum number of addresses that are counted separately. Above this number, all
/// addresses share [`SHARED_COUNTERS`] counters.
const MAX_ADDRESSES: usize = 100_000;
/// Number of counters that all addresses share while there are too many addresses.
const SHARED_COUNTERS: u64 = 1024;
/// Number of requests after which the stored keys are counted again, to find out whether there are too many.
const REQUESTS_UNTIL_COUNTED: usize = 1024;

/// A rate limit, counted separately for each key.
pub(super) struct Limit<K: Clone + Eq + Hash> {
    limiter: Option<DefaultKeyedRateLimiter<K>>,
}

impl<K: Clone + Eq + Hash> Limit<K> {
    /// Creates a limit. If `is_on` is false, the limit never refuses a request.
    fn new(Rate(burst, refill): Rate, is_on: bool) -> Self {
        let quota = Quota::with_period(refill).filter(|_| is_on).map(|quota| quota.allow_burst(burst));
        Self { limiter: quota.map(DefaultKeyedRateLimiter::keyed) }
    }

    /// Counts one request of a key. If the limit is reached, returns how long to wait.
    pub(super) fn count_request(&self, key: &K) -> Result<(), Duration> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check_key(key).map_err(|refusal| refusal.wait_time_from(DefaultClock::default().now()))
    }

    /// Removes the counters of keys that have their full allowance of requests again. Returns the
    /// number of remaining keys.
    fn remove_idle_counters(&self) -> usize {
        let Some(limiter) = &self.limiter else { return 0 };
        limiter.retain_recent();
        limiter.shrink_to_fit();
        limiter.len()
    }

    /// Returns the number of keys that have a counter.
    fn len(&self) -> usize {
        self.limiter.as_ref().map_or(0, |limiter| limiter.len())
    }
}

/// A rate limit by IP address. The IPv6 addresses of one network also have a shared limit.
pub(super) struct AddressLimit {
    each: Limit<String>,
    networks: Limit<String>,
}

impl AddressLimit {
    /// Creates a limit for single addresses, and a higher limit for IPv6 networks. If `is_on` is
    /// false, no request is refused.
    fn new(rate: Rate, is_on: bool) -> Self {
        Self { each: Limit::new(rate, is_on), networks: Limit::new(rate.of_network(), is_on) }
    }

    /// Counts one request of an address. If the limit is reached, returns how long to wait. A request that
    /// the address's own limit refuses isn't counted for its network.
    pub(super) fn count_request(&self, counted: &RateLimitKeys) -> Result<(), Duration> {
        self.each.count_request(&counted.address)?;
        counted.network.as_ref().map_or(Ok(()), |network| self.networks.count_request(network))
    }

    /// Removes idle counters. Returns the number of remaining addresses or networks, whichever is larger.
    fn remove_idle_counters(&self) -> usize {
        self.each.remove_idle_counters().max(self.networks.remove_idle_counters())
    }

    /// Returns the number of addresses or of networks that have a counter, whichever is larger.
    fn len(&self) -> usize {
        self.each.len().max(self.networks.len())
    }
}

/// The keys under which an address is counted.
pub(super) struct RateLimitKeys {
    address: String,
    /// The `/48` network of an IPv6 address. `None` for IPv4, and while all addresses share counters.
    network: Option<String>,
}

/// All rate limits, by address and by user.
pub struct RateLimits {
    pub(super) attempts: AddressLimit,
    downloads: Limit<i32>,
    csp_reports: AddressLimit,
    all_csp_reports: Limit<()>,
    addresses: Vec<(RateLimitClass, AddressLimit)>,
    users: Vec<(RateLimitClass, Limit<i32>)>,
    /// Number of refused attempts by address, since the counters were last cleaned up.
    refused: Mutex<HashMap<String, u32>>,
    /// Number of requests that were counted by address.
    checks: AtomicUsize,
    /// Whether there are too many addresses, so that all addresses share counters.
    is_crowded: AtomicBool,
    hasher: RandomState,
}

impl RateLimits {
    /// Creates the usual limits, or no limits if `is_on` is false, for load tests.
    pub fn new(is_on: bool) -> Self {
        Self {
            attempts: AddressLimit::new(TRIES, is_on),
            downloads: Limit::new(DOWNLOADS, is_on),
            csp_reports: AddressLimit::new(CSP_REPORTS, is_on),
            all_csp_reports: Limit::new(ALL_CSP_REPORTS, is_on),
            addresses: BY_ADDRESS.map(|(class, rate)| (class, AddressLimit::new(rate, is_on))).into(),
            users: BY_USER.map(|(class, rate)| (class, Limit::new(rate, is_on))).into(),
            refused: Mutex::default(),
            checks: AtomicUsize::new(0),
            is_crowded: AtomicBool::new(false),
            hasher: RandomState::new(),
        }
    }

    /// Removes the counters of addresses and users that have their full allowance of
    /// requests again, and all counts of refused attempts. Then decides whether all
    /// addresses must share counters.
    pub fn remove_idle_counters(&self) {
        let addresses =
            self.addresses.iter().map(|(_, limit)| limit.remove_idle_counters()).max().unwrap_or_default();
        let most =
            addresses.max(self.attempts.remove_idle_counters()).max(self.csp_reports.remove_idle_counters());
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.is_crowded.store(most >= MAX_ADDRESSES, Ordering::Relaxed);
        self.downloads.remove_idle_counters();
        for (_, limit) in &self.users {
            limit.remove_idle_counters();
        }
    }

    /// Counts one request of an address. The class `Health` has no limit.
    ///
    /// # Errors
    /// If the limit is reached, returns how long to wait.
    pub fn count_by_address(&self, class: RateLimitClass, address: &str) -> Result<(), Duration> {
        if self.checks.fetch_add(1, Ordering::Relaxed).is_multiple_of(REQUESTS_UNTIL_COUNTED)
            && self.addresses.iter().any(|(_, limit)| limit.len() >= MAX_ADDRESSES)
        {
            self.remove_idle_counters();
        }
        let counted = self.rate_limit_keys(address);
        let limit = self.addresses.iter().find(|(known, _)| *known == class);
        limit.map_or(Ok(()), |(_, limit)| limit.count_request(&counted))
    }

    /// Counts one CSP report for the address, and for all addresses together. A report that the address's limit
    /// refuses doesn't count toward the total.
    ///
    /// # Errors
    /// If a limit is reached, returns how long to wait.
    pub fn count_csp_report(&self, address: &str) -> Result<(), Duration> {
        self.csp_reports.count_request(&self.rate_limit_keys(address))?;
        self.all_csp_reports.count_request(&())
    }

    /// Counts one request of a user. The classes `Document` and `Health` have no limit by user.
    ///
    /// # Errors
    /// [`Error::TooManyTries`] if the limit is reached.
    pub fn count_by_user(&self, class: RateLimitClass, user: UserId) -> Result<(), Error> {
        let limit = self.users.iter().find(|(known, _)| *known == class);
        limit.map_or(Ok(()), |(_, limit)| limit.count_request(&user.0)).map_err(too_many_tries_error)
    }

    /// Counts one download of a user's data.
    ///
    /// # Errors
    /// [`Error::TooManyTries`] if the limit is reached.
    pub fn count_download(&self, user: UserId) -> Result<(), Error> {
        self.downloads.count_request(&user.0).map_err(too_many_tries_error)
    }

    /// Returns the keys under which an address's requests are counted. With too many addresses, several
    /// addresses share a key.
    pub(super) fn rate_limit_keys(&self, address: &str) -> RateLimitKeys {
        let own = counting_key(address);
        if self.is_crowded.load(Ordering::Relaxed) {
            let place = self.hasher.hash_one(&own) % SHARED_COUNTERS;
            return RateLimitKeys { address: format!("crowd {place}"), network: None };
        }
        RateLimitKeys { address: own, network: network_of(address) }
    }

    /// Counts a refused attempt. Returns true for every [`REFUSED_PER_FAILURE`]th attempt of the
    /// address, which counts as a failed login.
    pub(super) fn count_refused_attempt(&self, address: &str) -> bool {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.len() >= MAX_ADDRESSES {
            refused.clear();
        }
        let count = refused.entry(counting_key(address)).or_default();
        *count += 1;
        count.is_multiple_of(REFUSED_PER_FAILURE)
    }
}

/// Returns the use cases' error for a caller who must wait. `wait` is rounded up to whole seconds.
pub fn too_many_tries_error(wait: Duration) -> Error {
    Error::TooManyTries { seconds: wait.as_secs() + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csp_reports_are_limited_per_address_and_in_total() {
        let limits = RateLimits::new(true);
        let allowed_reports = |address: &str| limits.count_csp_report(address).is_ok();
        assert_eq!((0..30).filter(|_| allowed_reports("203.0.113.9")).count(), 10);
        let others = (0..200).filter(|last| allowed_reports(&format!("198.51.100.{last}"))).count();
        // The limit refills during the test, so a few more requests may be allowed.
        assert!((50..60).contains(&others), "{others}");
    }

    #[test]
    fn the_addresses_of_an_ipv6_48_bit_network_share_a_higher_rate_limit() {
        let limits = RateLimits::new(true);
        let (_, Rate(burst, _)) =
            *BY_ADDRESS.iter().find(|(class, _)| *class == RateLimitClass::Message).unwrap();
        let mut let_through = 0;
        for network in 0..4 * NETWORK_COUNTS {
            let address = format!("2001:db8:7:{network:x}::1");
            let allowed_count = (0..burst.get())
                .filter(|_| limits.count_by_address(RateLimitClass::Message, &address).is_ok());
            let_through += allowed_count.count();
        }
        let most = usize::try_from(burst.get() * NETWORK_COUNTS).unwrap();
        // The limit refills during the test, so a few more requests are allowed.
        assert!((most..most + most / 4).contains(&let_through), "{let_through} of {most}");
        assert!(limits.count_by_address(RateLimitClass::Message, "2001:db8:8::1").is_ok());
        assert!(limits.count_by_address(RateLimitClass::Message, "203.0.113.9").is_ok());
    }
}
