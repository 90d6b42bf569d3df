//! A short-lived cache of drivers' sessions, so that most read requests of the page don't query the database
//! for the session (docs/product/accounts.md#remembered-sessions).
//!
//! An entry lives for at most ten seconds. The cache removes an entry as soon as a database notification says that the
//! session has ended or the account has changed. While the LISTEN connection is down, the cache is not used.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use application::access::SessionAndUser;
use domain::accounts::user::Role;
use domain::shared::ids::{SessionId, UserId};
use ports::shared::secrets::TokenHash;

use crate::edge::caller::Caller;
use crate::edge::route::Change;

/// Lifetime of an entry. A cached session is at most this old, even if a notification is lost.
const REMEMBERED_FOR: Duration = Duration::from_secs(10);
/// Maximum number of cached sessions. Above this number, new sessions aren't cached.
const MAX_SESSIONS: usize = 20_000;

/// Minimum time between two searches for expired entries of a full cache. A search reads all entries.
const SEARCH_INTERVAL: Duration = Duration::from_secs(1);

/// The cache of sessions, which threads can share.
#[derive(Default)]
pub struct SessionCache(RwLock<CacheMaps>);

/// The cache's maps. One lock protects all of them, so that an entry disappears from all maps at the same time.
#[derive(Default)]
struct CacheMaps {
    found: HashMap<TokenHash, CachedSession>,
    sessions: HashMap<SessionId, TokenHash>,
    accounts: HashMap<UserId, Vec<TokenHash>>,
    /// Number of invalidations so far.
    forgotten: u64,
    /// Whether the LISTEN connection is up.
    is_connected: bool,
    /// When the last search for expired entries ran.
    searched_at: Option<Instant>,
}

struct CachedSession {
    found: SessionAndUser,
    until: Instant,
}

/// The number of cache invalidations so far, noted when a query for a session starts. If the number has increased when
/// the query ends, the query's result may be out of date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookupStart(u64);

impl SessionCache {
    /// Returns the cached session of a token.
    ///
    /// # Errors
    /// Returns a [`LookupStart`] if the session isn't cached. The caller then reads the session and
    /// passes both to [`SessionCache::remember`].
    pub fn recall(&self, token: &TokenHash, now: Instant) -> Result<SessionAndUser, LookupStart> {
        let maps = self.read_maps();
        let known = maps.found.get(token).filter(|known| maps.is_connected && now < known.until);
        known.map(|known| known.found.clone()).ok_or(LookupStart(maps.forgotten))
    }

    /// Caches a session that was read from the database, unless the cache was invalidated since the
    /// read started. Only drivers' sessions are cached. Does nothing if the cache is full or the
    /// LISTEN connection is down.
    pub fn remember(
        &self,
        token: &TokenHash,
        lookup: LookupStart,
        session_and_user: SessionAndUser,
        now: Instant,
    ) {
        if session_and_user.1.role != Role::Driver {
            return;
        }
        let mut maps = self.write_maps();
        if !maps.is_connected || maps.forgotten != lookup.0 {
            return;
        }
        let may_search = maps.searched_at.is_none_or(|searched_at| now >= searched_at + SEARCH_INTERVAL);
        if maps.found.len() >= MAX_SESSIONS && may_search {
            maps.searched_at = Some(now);
            maps.drop_expired(now);
        }
        if maps.found.len() < MAX_SESSIONS {
            maps.sessions.insert(session_and_user.0.id, token.clone());
            let of_account = maps.accounts.entry(session_and_user.1.id).or_default();
            if !of_account.contains(token) {
                of_account.push(token.clone());
            }
            maps.found.insert(
                token.clone(),
                CachedSession { found: session_and_user, until: now + REMEMBERED_FOR },
            );
        }
    }

    /// Invalidates the sessions that a write request may have changed, so that the next read sees the change.
    /// `token` is the hash of the caller's session token; `None` without one.
    pub fn invalidate_after_write(&self, caller: &Caller, token: Option<&TokenHash>) {
        match caller.call.map_or(Change::Anything, |call| call.change) {
            Change::Nothing | Change::Records => {}
            Change::OwnSession => {
                self.forget(|maps| token.into_iter().for_each(|token| maps.drop_token(token)));
            }
            Change::Anything => self.forget(CacheMaps::drop_all),
        }
    }

    /// Removes a session that has ended.
    pub fn forget_session(&self, id: SessionId) {
        self.forget(|maps| {
            let token = maps.sessions.get(&id).cloned();
            token.iter().for_each(|token| maps.drop_token(token));
        });
    }

    /// Removes all sessions of an account that has changed.
    pub fn forget_account(&self, id: UserId) {
        self.forget(|maps| {
            let tokens = maps.accounts.remove(&id).unwrap_or_default();
            tokens.iter().for_each(|token| maps.drop_token(token));
        });
    }

    /// Clears the cache when the LISTEN connection is open again, because notifications sent in the meantime are lost.
    pub fn mark_connected(&self) {
        self.forget(CacheMaps::drop_all);
        self.write_maps().is_connected = true;
    }

    /// Stops using the cache while the LISTEN connection is lost.
    pub fn mark_disconnected(&self) {
        self.write_maps().is_connected = false;
    }

    /// Removes sessions with the function `remove`. A session whose lookup started before this call
    /// isn't cached, because its data may be out of date.
    fn forget(&self, remove: impl FnOnce(&mut CacheMaps)) {
        let mut maps = self.write_maps();
        maps.forgotten += 1;
        remove(&mut maps);
    }

    fn read_maps(&self) -> RwLockReadGuard<'_, CacheMaps> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_maps(&self) -> RwLockWriteGuard<'_, CacheMaps> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CacheMaps {
    /// Removes the session of a token from all maps.
    fn drop_token(&mut self, token: &TokenHash) {
        let Some(CachedSession { found: (session, user), .. }) = self.found.remove(token) else { return };
        self.sessions.remove(&session.id);
        if let Some(tokens) = self.accounts.get_mut(&user.id) {
            tokens.retain(|other| other != token);
            if tokens.is_empty() {
                self.accounts.remove(&user.id);
            }
        }
    }

    /// Removes the sessions whose entries have expired.
    fn drop_expired(&mut self, now: Instant) {
        let old = self.found.iter().filter(|(_, known)| known.until <= now).map(|(token, _)| token.clone());
        for token in old.collect::<Vec<_>>() {
            self.drop_token(&token);
        }
    }

    /// Removes all sessions from all maps.
    fn drop_all(&mut self) {
        self.found.clear();
        self.sessions.clear();
        self.accounts.clear();
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::accounts::plate_dates::PlateDates;
    use domain::accounts::session::Session;
    use domain::accounts::user::{LicenseStatus, User};
    use domain::accounts::verification::Verification;

    use super::*;

    const SESSION: SessionId = SessionId(7);
    const USER: UserId = UserId(3);

    fn token(number: u8) -> TokenHash {
        TokenHash([number; 32])
    }

    fn session_and_user(session: SessionId, role: Role) -> SessionAndUser {
        let now = DateTime::UNIX_EPOCH;
        let session = Session {
            id: session,
            user_id: USER,
            login_time: now,
            last_activity: now,
            expires_at: now,
            proved_at: None,
        };
        let user = User {
            id: USER,
            email: "driver@example.com".to_owned(),
            role,
            full_name: None,
            state: None,
            drivers_license_number: None,
            date_of_birth: None,
            phone_number: None,
            vehicle_license_plate: None,
            vehicle_state: None,
            plate_dates: PlateDates::default(),
            vehicle_info_added_at: None,
            license_status: LicenseStatus::Active,
            status_requested_at: None,
            signup_step: 0,
            signup_started_at: None,
            signup_completed_at: None,
            last_admin_update_at: None,
            is_seen_by_admin: false,
            is_vehicle_update_solved: false,
            is_status_request_solved: false,
            created_at: now,
            verified: Verification::default(),
        };
        (session, user)
    }

    /// Returns a cache with two sessions of one driver.
    fn cache_with_two_sessions(now: Instant) -> SessionCache {
        let cache = SessionCache::default();
        cache.mark_connected();
        for number in [1, 2] {
            let lookup = cache.recall(&token(number), now).unwrap_err();
            let session = SessionId(SESSION.0 + i32::from(number) - 1);
            cache.remember(&token(number), lookup, session_and_user(session, Role::Driver), now);
        }
        cache
    }

    /// Returns, for each of the two sessions, whether it is cached.
    fn are_cached(cache: &SessionCache, now: Instant) -> [bool; 2] {
        [1, 2].map(|number| cache.recall(&token(number), now).is_ok())
    }

    #[test]
    fn a_session_is_cached_for_ten_seconds() {
        let now = Instant::now();
        let cache = cache_with_two_sessions(now);
        assert_eq!(are_cached(&cache, now + Duration::from_millis(9_999)), [true; 2]);
        assert_eq!(are_cached(&cache, now + Duration::from_secs(10)), [false; 2]);
    }

    #[test]
    fn a_cached_session_is_dropped_when_it_ends_or_its_account_changes() {
        let now = Instant::now();
        for (session, expected) in [(SESSION, [false, true]), (SessionId(99), [true, true])] {
            let cache = cache_with_two_sessions(now);
            cache.forget_session(session);
            assert_eq!(are_cached(&cache, now), expected);
        }
        for (account, expected) in [(USER, [false, false]), (UserId(99), [true, true])] {
            let cache = cache_with_two_sessions(now);
            cache.forget_account(account);
            assert_eq!(are_cached(&cache, now), expected);
        }
    }

    #[test]
    fn the_session_cache_is_unused_while_the_listen_connection_is_down_and_empty_afterwards() {
        let now = Instant::now();
        let cache = cache_with_two_sessions(now);
        cache.mark_disconnected();
        assert_eq!(are_cached(&cache, now), [false; 2]);
        let lookup = cache.recall(&token(3), now).unwrap_err();
        cache.remember(&token(3), lookup, session_and_user(SessionId(9), Role::Driver), now);
        cache.mark_connected();
        assert_eq!(are_cached(&cache, now), [false; 2]);
        assert!(
            cache.recall(&token(3), now).is_err(),
            "the session was looked up while the LISTEN connection was down"
        );
    }

    #[test]
    fn a_session_dropped_during_a_lookup_is_not_cached() {
        let now = Instant::now();
        let cache = cache_with_two_sessions(now);
        let lookup = cache.recall(&token(3), now).unwrap_err();
        cache.forget_session(SessionId(9));
        cache.remember(&token(3), lookup, session_and_user(SessionId(9), Role::Driver), now);
        assert!(cache.recall(&token(3), now).is_err());
    }

    #[test]
    fn sessions_of_staff_and_lawyers_are_not_cached() {
        let now = Instant::now();
        let cache = cache_with_two_sessions(now);
        for role in [Role::Admin, Role::Lawyer] {
            let lookup = cache.recall(&token(3), now).unwrap_err();
            cache.remember(&token(3), lookup, session_and_user(SessionId(9), role), now);
            assert!(cache.recall(&token(3), now).is_err());
        }
    }

    #[test]
    fn a_full_session_cache_drops_expired_entries_at_most_once_a_second() {
        let now = Instant::now();
        let cache = SessionCache::default();
        cache.mark_connected();
        let numbered = |number: usize| {
            let mut bytes = [0; 32];
            bytes[..8].copy_from_slice(&number.to_le_bytes());
            TokenHash(bytes)
        };
        let remember = |number: usize, now: Instant| {
            let lookup = cache.recall(&numbered(number), now).unwrap_err();
            let session = SessionId(i32::try_from(number).unwrap());
            cache.remember(&numbered(number), lookup, session_and_user(session, Role::Driver), now);
            cache.recall(&numbered(number), now).is_ok()
        };
        assert!((0..MAX_SESSIONS).all(|number| remember(number, now)));
        assert!(!remember(MAX_SESSIONS, now), "the cache is full");
        let expired = now + REMEMBERED_FOR;
        assert!(remember(MAX_SESSIONS, expired), "expired entries were dropped");
        assert_eq!((cache.read_maps().found.len(), cache.read_maps().sessions.len()), (1, 1));
        assert!((1..MAX_SESSIONS).all(|number| remember(MAX_SESSIONS + number, expired)));
        assert!(!remember(0, expired + SEARCH_INTERVAL / 2), "the cache is full");
        let searched_at = cache.read_maps().searched_at;
        assert_eq!(searched_at, Some(expired), "entries were searched less than a second ago");
    }
}
