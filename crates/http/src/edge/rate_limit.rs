//! How often one address and one user may call: `429` with `Retry-After` beyond. Counted in memory, before anything costs.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actix_web::http::Method;
use actix_web::web;
use application::Error;
use application::security::guard;
use domain::accounts::ladder::REFUSED_PER_FAILURE;
use domain::security::event::SecurityEventKind;
use domain::security::network::counted_as;
use domain::shared::ids::UserId;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::edge::caller::Caller;
use crate::shared::error::ApiError;
use crate::state::{AppState, State, record, record_soon};

/// What a call is, to its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Reads.
    Read,
    /// What a page asks again and again by itself.
    Poll,
    /// Changes something.
    Write,
    /// Says something to support.
    Message,
    /// Asks support for help: a person has to look.
    Inquiry,
}

impl Class {
    /// Of a call. The payment provider's events count as reads: there are many, and the signature is the guard.
    pub fn of(method: &Method, path: &str) -> Self {
        const POLLS: [&str; 3] =
            ["/api/chat-messages/", "/api/security/dashboard", "/api/admin/unsolved-counts"];
        match (method.is_safe(), path) {
            (true, path) if POLLS.iter().any(|poll| path.starts_with(poll)) => Self::Poll,
            (true, _) | (false, "/api/webhooks/stripe") => Self::Read,
            (false, "/api/chat-messages") => Self::Message,
            (false, "/api/help-inquiries") => Self::Inquiry,
            (false, _) => Self::Write,
        }
    }
}

/// This many at once, and one more each time this has passed.
#[derive(Clone, Copy)]
struct Rate(NonZeroU32, Duration);

const fn rate(burst: u32, refill: Duration) -> Rate {
    match NonZeroU32::new(burst) {
        Some(burst) => Rate(burst, refill),
        None => Rate(NonZeroU32::MIN, refill),
    }
}

/// Tries at what a password or a mail's link guards, by address.
const TRIES: Rate = rate(10, Duration::from_secs(6));
/// Downloads of one's data, by user.
const DOWNLOADS: Rate = rate(3, Duration::from_secs(600));

/// Many people may be behind one address, and a page makes some 15 calls.
fn by_address(class: Class) -> Rate {
    match class {
        Class::Read => rate(600, Duration::from_millis(25)),
        Class::Poll => rate(300, Duration::from_millis(50)),
        Class::Write => rate(120, Duration::from_millis(200)),
        Class::Message | Class::Inquiry => rate(60, Duration::from_millis(500)),
    }
}

fn by_user(class: Class) -> Rate {
    match class {
        Class::Read => rate(200, Duration::from_millis(100)),
        Class::Poll => rate(60, Duration::from_millis(300)),
        Class::Write => rate(100, Duration::from_millis(300)),
        Class::Message => rate(20, Duration::from_secs(2)),
        Class::Inquiry => rate(5, Duration::from_secs(60)),
    }
}

const CLASSES: [Class; 5] = [Class::Read, Class::Poll, Class::Write, Class::Message, Class::Inquiry];

/// Beyond this many addresses, new ones share their places.
const MOST_ADDRESSES: usize = 100_000;
/// Places that they share.
const SHARED_PLACES: u64 = 1024;
/// After this many checks the addresses are counted.
const CHECKS_UNTIL_COUNTED: usize = 1024;

/// One limit.
struct Limit<K: Clone + Eq + Hash> {
    limiter: Option<DefaultKeyedRateLimiter<K>>,
}

impl<K: Clone + Eq + Hash> Limit<K> {
    fn new(Rate(burst, refill): Rate, is_on: bool) -> Self {
        let quota = Quota::with_period(refill).filter(|_| is_on).map(|quota| quota.allow_burst(burst));
        Self { limiter: quota.map(DefaultKeyedRateLimiter::keyed) }
    }

    /// How long to wait, when there is nothing left.
    fn take(&self, key: &K) -> Result<(), Duration> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check_key(key).map_err(|refusal| refusal.wait_time_from(DefaultClock::default().now()))
    }

    /// Forgets those who have everything back; answers how many are left.
    fn tidy(&self) -> usize {
        let Some(limiter) = &self.limiter else { return 0 };
        limiter.retain_recent();
        limiter.shrink_to_fit();
        limiter.len()
    }
}

/// Limits by address, and by user.
pub struct RateLimits {
    tries: Limit<String>,
    downloads: Limit<i32>,
    addresses: Vec<(Class, Limit<String>)>,
    users: Vec<(Class, Limit<i32>)>,
    /// Refused tries by address, since the last tidying.
    refused: Mutex<HashMap<String, u32>>,
    checks: AtomicUsize,
    is_crowded: AtomicBool,
    hasher: RandomState,
}

impl RateLimits {
    /// The usual limits, or none (for load tests, never in production).
    pub fn new(is_on: bool) -> Self {
        Self {
            tries: Limit::new(TRIES, is_on),
            downloads: Limit::new(DOWNLOADS, is_on),
            addresses: CLASSES.map(|class| (class, Limit::new(by_address(class), is_on))).into(),
            users: CLASSES.map(|class| (class, Limit::new(by_user(class), is_on))).into(),
            refused: Mutex::default(),
            checks: AtomicUsize::new(0),
            is_crowded: AtomicBool::new(false),
            hasher: RandomState::new(),
        }
    }

    /// Forgets addresses and users that have all their calls back.
    pub fn tidy(&self) {
        let addresses = self.addresses.iter().map(|(_, limit)| limit.tidy()).max().unwrap_or_default();
        let most = addresses.max(self.tries.tidy());
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.is_crowded.store(most >= MOST_ADDRESSES, Ordering::Relaxed);
        self.downloads.tidy();
        for (_, limit) in &self.users {
            limit.tidy();
        }
    }

    /// Takes one of an address's calls.
    ///
    /// # Errors
    /// How long to wait.
    pub fn take_by_address(&self, class: Class, address: &str) -> Result<(), Duration> {
        if self.checks.fetch_add(1, Ordering::Relaxed).is_multiple_of(CHECKS_UNTIL_COUNTED) {
            let len = |limit: &Limit<String>| limit.limiter.as_ref().map_or(0, |limiter| limiter.len());
            if self.addresses.iter().any(|(_, limit)| len(limit) >= MOST_ADDRESSES) {
                self.tidy();
            }
        }
        let key = self.key(address);
        self.addresses.iter().find(|(known, _)| *known == class).map_or(Ok(()), |(_, limit)| limit.take(&key))
    }

    /// Takes one of a user's calls.
    ///
    /// # Errors
    /// [`Error::TooManyTries`].
    pub fn take_by_user(&self, class: Class, user: UserId) -> Result<(), Error> {
        let limit = self.users.iter().find(|(known, _)| *known == class);
        limit.map_or(Ok(()), |(_, limit)| limit.take(&user.0)).map_err(too_many)
    }

    fn key(&self, address: &str) -> String {
        let counted = counted_as(address);
        if self.is_crowded.load(Ordering::Relaxed) {
            return format!("crowd {}", self.hasher.hash_one(&counted) % SHARED_PLACES);
        }
        counted
    }

    /// Counts a refused try; whether it fills another [`REFUSED_PER_FAILURE`] of this address.
    fn fills_a_failure(&self, address: &str) -> bool {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.len() >= MOST_ADDRESSES {
            refused.clear();
        }
        let count = refused.entry(counted_as(address)).or_default();
        *count += 1;
        count.is_multiple_of(REFUSED_PER_FAILURE)
    }
}

/// Takes one of the caller's tries at what a password or a mail's link guards.
///
/// # Errors
/// `429` when there is none; it is recorded, and counted.
pub async fn take_login_try(state: &State, caller: &Caller) -> Result<(), ApiError> {
    let limits = &state.rate_limits;
    match limits.tries.take(&limits.key(&caller.origin.address)) {
        Ok(()) => Ok(()),
        Err(wait) => {
            refused_try_soon(state, caller).await;
            Err(ApiError::of(too_many(wait), &caller.request_id))
        }
    }
}

/// Takes one of a user's downloads.
///
/// # Errors
/// `429` when there is none; it is recorded.
pub async fn take_download(state: &State, caller: &Caller, user: UserId) -> Result<(), ApiError> {
    match state.rate_limits.downloads.take(&user.0) {
        Ok(()) => Ok(()),
        Err(wait) => {
            let (own_state, own) = (state.clone(), caller.clone());
            let record = move || record(&own_state, SecurityEventKind::RateLimited, &own, Some(user));
            let _recorded = web::block(record).await;
            Err(ApiError::of(too_many(wait), &caller.request_id))
        }
    }
}

/// As [`refused_try`], from where nothing may block: what is only counted takes no thread.
pub async fn refused_try_soon(state: &State, caller: &Caller) {
    record_soon(state, SecurityEventKind::RateLimited, caller).await;
    if state.rate_limits.fills_a_failure(&caller.origin.address) {
        let (state, own) = (state.clone(), caller.clone());
        let _climbed = web::block(move || climb(&state, &own)).await;
    }
}

/// A try at a password was refused before it was looked at: recorded, and every tenth one climbs the ladder.
pub fn refused_try(state: &AppState, caller: &Caller, user: Option<UserId>) {
    record(state, SecurityEventKind::RateLimited, caller, user);
    if state.rate_limits.fills_a_failure(&caller.origin.address) {
        climb(state, caller);
    }
}

fn climb(state: &AppState, caller: &Caller) {
    if let Err(error) = guard::tries_refused(&state.deps, &caller.origin) {
        tracing::warn!(%error, "refused tries could not be counted");
    }
}

/// As the use cases say it.
pub fn too_many(wait: Duration) -> Error {
    Error::TooManyTries { seconds: wait.as_secs() + 1 }
}
