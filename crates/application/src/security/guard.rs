//! Login throttling: how failed logins slow down or block an IP address and an
//! account (`domain::accounts::login_throttling`, ADR 0007).

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::login_throttling::{
    ACCOUNT_FAILURES, ACCOUNT_WINDOW, COUNTED_FOR, LoginPenalty, account_wait_left, network_wait_left,
    penalty, wait_left,
};
use domain::security::event::SecurityEventKind;
use domain::security::network::{NETWORK_COUNTS, counting_key, is_within, network_of};
use domain::shared::ids::UserId;
use ports::security::guard::{Block, LoginFailures};
use ports::security::trail::SecurityEvent;
use ports::shared::secrets::{HashPriority, TokenHash};
use ports::store::{Store, in_transaction};

use crate::access::Origin;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// One attempt to log in to an account from an IP address.
pub struct LoginAttempt<'a> {
    account: TokenHash,
    user: Option<UserId>,
    address: String,
    network: Option<Network>,
    origin: &'a Origin,
}

/// The IPv6 network of an attempt's address. Failed logins are counted for the network too. A
/// network's failures are stored with a different hash of the account, so that one failed login
/// isn't counted twice for the account.
struct Network {
    address: String,
    account: TokenHash,
}

impl Network {
    /// Returns the IPv6 network of the caller's address; `None` for an IPv4 address.
    fn of(deps: &Deps, email: &str, origin: &Origin) -> Option<Self> {
        let address = network_of(&origin.address)?;
        Some(Self { address, account: account_in_network(deps, email) })
    }
}

impl<'a> LoginAttempt<'a> {
    /// Builds an attempt to log in with this email. `user` is the account's user; `None` if no account has the email.
    pub fn new(deps: &Deps, email: &str, user: Option<UserId>, origin: &'a Origin) -> Self {
        Self {
            account: account_hash(deps, email),
            user,
            address: counting_key(&origin.address),
            network: Network::of(deps, email, origin),
            origin,
        }
    }
}

/// Hashes an email address. Only the hash is stored, because a mistyped address may be another person's.
fn account_hash(deps: &Deps, email: &str) -> TokenHash {
    deps.tokens.hash(&format!("login {}", email.trim().to_ascii_lowercase()))
}

/// Hashes an email address for counting failures in an IPv6 network. The hash differs from [`account_hash`].
fn account_in_network(deps: &Deps, email: &str) -> TokenHash {
    deps.tokens.hash(&format!("login within a network {}", email.trim().to_ascii_lowercase()))
}

/// Builds a security event with the current time.
pub(crate) fn attempt_event(
    deps: &Deps,
    kind: SecurityEventKind,
    origin: &Origin,
    user_id: Option<UserId>,
) -> SecurityEvent {
    SecurityEvent {
        kind,
        address: origin.address.clone(),
        path: origin.path.clone(),
        user_id,
        times: 1,
        at: deps.clock.now(),
    }
}

/// Checks throttling before a password or a second-factor code is verified. Returns the priority
/// for hashing the password.
///
/// # Errors
/// [`Error::TooManyTries`] while the IP address or its network must wait, or while the account is
/// throttled for unrecognized devices.
pub fn check_login_allowed(
    deps: &Deps,
    store: &mut dyn Store,
    attempt: &LoginAttempt<'_>,
) -> Result<HashPriority> {
    if !deps.guard.is_on {
        return Ok(HashPriority::Known);
    }
    let now = deps.clock.now();
    let failures = store.failed_logins_from(&attempt.address, now - COUNTED_FOR)?;
    if let Some(remaining) = wait_left(failures.count, failures.last, now) {
        return Err(too_many_tries_error(remaining));
    }
    // For an unknown email, this searches for user 0, who doesn't exist, so that the query takes
    // about as long as for a known email.
    if store.is_known_address(attempt.user.unwrap_or(UserId(0)), &attempt.address)? {
        return Ok(HashPriority::Known);
    }
    let network = attempt.network.as_ref().map(|network| network.address.as_str());
    let network_failures = failures_of_network(store, network, now)?;
    if let Some(remaining) = network_wait_left(network_failures.count, network_failures.last, now) {
        return Err(too_many_tries_error(remaining));
    }
    let deciding =
        store.time_of_nth_failed_login(&attempt.account, ACCOUNT_FAILURES, now - ACCOUNT_WINDOW)?;
    match account_wait_left(deciding, now) {
        Some(remaining) => Err(too_many_tries_error(remaining)),
        None => Ok(priority_by_failures(failures, network_failures)),
    }
}

/// Returns a network's recent failed logins. Without a network, the count is zero.
fn failures_of_network(
    store: &mut dyn Store,
    network: Option<&str>,
    now: DateTime<Utc>,
) -> Result<LoginFailures> {
    Ok(match network {
        Some(network) => store.failed_logins_from(network, now - COUNTED_FOR)?,
        None => LoginFailures::default(),
    })
}

/// Returns the priority for hashing a password from an unrecognized address. `own` are the failed
/// logins from the IP address, and `of_network` the failed logins from its IPv6 network.
fn priority_by_failures(own: LoginFailures, of_network: LoginFailures) -> HashPriority {
    let is_clean = own.count == 0 && of_network.count < i64::from(NETWORK_COUNTS);
    if is_clean { HashPriority::Stranger } else { HashPriority::Failed }
}

/// Returns the error for a caller who must wait for the duration `wait`.
fn too_many_tries_error(wait: TimeDelta) -> Error {
    Error::TooManyTries { seconds: wait.num_seconds().unsigned_abs() + 1 }
}

/// Returns the priority for hashing a password that isn't checked against an account, such as at sign-up.
pub fn hash_priority(deps: &Deps, store: &mut dyn Store, origin: &Origin) -> Result<HashPriority> {
    let now = deps.clock.now();
    let failures = store.failed_logins_from(&counting_key(&origin.address), now - COUNTED_FOR)?;
    Ok(priority_by_failures(
        failures,
        failures_of_network(store, network_of(&origin.address).as_deref(), now)?,
    ))
}

/// Records a failed login in the caller's transaction. Blocks the IP address if it has too many failures.
pub fn record_failure(
    deps: &Deps,
    store: &mut dyn Store,
    kind: SecurityEventKind,
    attempt: &LoginAttempt<'_>,
) -> Result<()> {
    store.record_security_event(&attempt_event(deps, kind, attempt.origin, attempt.user))?;
    if !deps.guard.is_on {
        return Ok(());
    }
    let now = deps.clock.now();
    store.insert_failed_login(&attempt.address, Some(attempt.account.clone()), now)?;
    if let Some(network) = &attempt.network {
        store.insert_failed_login(&network.address, Some(network.account.clone()), now)?;
    }
    let mut nth = |nth| store.time_of_nth_failed_login(&attempt.account, nth, now - ACCOUNT_WINDOW);
    if nth(ACCOUNT_FAILURES)?.is_some() && nth(ACCOUNT_FAILURES + 1)?.is_none() {
        store.record_security_event(&attempt_event(
            deps,
            SecurityEventKind::AccountLocked,
            attempt.origin,
            attempt.user,
        ))?;
    }
    block_if_needed(deps, store, &attempt.address, attempt.origin)
}

/// Deletes the failed logins for this account from this IP address and its IPv6 network, because
/// the password was correct. Failed logins for other accounts remain, because an attacker could
/// otherwise delete them by logging in to an account of their own.
pub fn clear_failures_on_success(
    deps: &Deps,
    store: &mut dyn Store,
    attempt: &LoginAttempt<'_>,
) -> Result<()> {
    if deps.guard.is_on {
        store.clear_login_failures(&attempt.address, &attempt.account)?;
        if let Some(network) = &attempt.network {
            store.clear_login_failures(&network.address, &network.account)?;
        }
    }
    Ok(())
}

/// Ends the throttling of an account after its user proved access to its email. From now on, this
/// IP address or its IPv6 network counts as recognized for the user.
pub(crate) fn lift_throttling(
    deps: &Deps,
    store: &mut dyn Store,
    email: &str,
    user: UserId,
    origin: &Origin,
) -> Result<()> {
    store.clear_account_failures(&account_hash(deps, email))?;
    store.clear_account_failures(&account_in_network(deps, email))?;
    store.remember_address(user, &counting_key(&origin.address), deps.clock.now())?;
    Ok(())
}

/// Deletes the failed logins of an account that is being closed.
pub(crate) fn delete_failures(deps: &Deps, store: &mut dyn Store, email: &str) -> Result<()> {
    store.clear_account_failures(&account_hash(deps, email))?;
    Ok(store.clear_account_failures(&account_in_network(deps, email))?)
}

/// Records one failed login for the IP address, for a series of login attempts that
/// a rate limit refused.
pub fn record_failure_for_refused_attempts(deps: &Deps, origin: &Origin) -> Result<()> {
    if !deps.guard.is_on {
        return Ok(());
    }
    let address = counting_key(&origin.address);
    in_transaction(&*deps.database, |store| {
        store.insert_failed_login(&address, None, deps.clock.now())?;
        if let Some(network) = network_of(&address) {
            store.insert_failed_login(&network, None, deps.clock.now())?;
        }
        block_if_needed(deps, store, &address, origin)
    })
}

/// Blocks an IP address that has too many failed logins, unless it must never be blocked.
fn block_if_needed(deps: &Deps, store: &mut dyn Store, address: &str, origin: &Origin) -> Result<()> {
    let now = deps.clock.now();
    let failures = store.failed_logins_from(address, now - COUNTED_FOR)?;
    let LoginPenalty::Block(duration) = penalty(failures.count) else { return Ok(()) };
    if is_within(address, &deps.guard.never_blocked) {
        return Ok(());
    }
    store.block_address(&Block {
        address: address.to_owned(),
        reason: format!("{} failed logins within a day", failures.count),
        blocked_at: now,
        expires_at: now + duration,
    })?;
    store.record_security_event(&attempt_event(deps, SecurityEventKind::AddressBlocked, origin, None))?;
    Ok(())
}
