//! Failed logins: what they cost the address and the account they were tried on (`domain::accounts::ladder`, ADR 0007).

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::ladder::{
    ACCOUNT_FAILURES, ACCOUNT_WINDOW, COUNTED_FOR, Consequence, account_wait_left, consequence,
    network_wait_left, wait_left,
};
use domain::security::event::SecurityEventKind;
use domain::security::network::{NETWORK_COUNTS, counted_as, is_within, network_of};
use domain::shared::ids::UserId;
use ports::security::guard::{Block, Failures};
use ports::security::trail::SecurityEvent;
use ports::shared::secrets::{TokenHash, Turn};
use ports::store::{Store, in_transaction};

use crate::access::Origin;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Where and on whose account a password is tried.
pub struct Try<'a> {
    account: TokenHash,
    user: Option<UserId>,
    address: String,
    network: Option<Network>,
    origin: &'a Origin,
}

/// The network that counts beside an address, and the account as failures there name it: not to be counted twice for it.
struct Network {
    address: String,
    account: TokenHash,
}

impl Network {
    fn of(deps: &Deps, email: &str, origin: &Origin) -> Option<Self> {
        let address = network_of(&origin.address)?;
        Some(Self { address, account: account_in_network(deps, email) })
    }
}

impl<'a> Try<'a> {
    /// A try on the account of this e-mail, whether or not there is such a user.
    pub fn new(deps: &Deps, email: &str, user: Option<UserId>, origin: &'a Origin) -> Self {
        Self {
            account: account(deps, email),
            user,
            address: counted_as(&origin.address),
            network: Network::of(deps, email, origin),
            origin,
        }
    }
}

/// E-mails are hashed: what somebody mistyped may be another's.
fn account(deps: &Deps, email: &str) -> TokenHash {
    deps.tokens.hash(&format!("login {}", email.trim().to_ascii_lowercase()))
}

fn account_in_network(deps: &Deps, email: &str) -> TokenHash {
    deps.tokens.hash(&format!("login within a network {}", email.trim().to_ascii_lowercase()))
}

/// A security event of now.
pub(crate) fn event(
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

/// Before a password is looked at: who comes first, when many wait. The answer is the same for an account that is not there.
///
/// # Errors
/// [`Error::TooManyTries`] while the address, or a stranger to the account, has to wait.
pub fn may_try(deps: &Deps, store: &mut dyn Store, attempt: &Try<'_>) -> Result<Turn> {
    if !deps.guard.is_on {
        return Ok(Turn::Known);
    }
    let now = deps.clock.now();
    let failures = store.failed_logins_from(&attempt.address, now - COUNTED_FOR)?;
    if let Some(left) = wait_left(failures.count, failures.last, now) {
        return Err(too_many(left));
    }
    // No user has this id: an unknown e-mail takes the same way.
    if store.is_known_place(attempt.user.unwrap_or(UserId(0)), &attempt.address)? {
        return Ok(Turn::Known);
    }
    let network = attempt.network.as_ref().map(|network| network.address.as_str());
    let beside = failures_in(store, network, now)?;
    if let Some(left) = network_wait_left(beside.count, beside.last, now) {
        return Err(too_many(left));
    }
    let deciding = store.nth_failed_login_on(&attempt.account, ACCOUNT_FAILURES, now - ACCOUNT_WINDOW)?;
    match account_wait_left(deciding, now) {
        Some(left) => Err(too_many(left)),
        None => Ok(turn_of(failures, beside)),
    }
}

/// What failed in the network beside an address; nothing where there is none.
fn failures_in(store: &mut dyn Store, network: Option<&str>, now: DateTime<Utc>) -> Result<Failures> {
    Ok(match network {
        Some(network) => store.failed_logins_from(network, now - COUNTED_FOR)?,
        None => Failures::default(),
    })
}

fn turn_of(own: Failures, beside: Failures) -> Turn {
    let is_clean = own.count == 0 && beside.count < i64::from(NETWORK_COUNTS);
    if is_clean { Turn::Stranger } else { Turn::Failed }
}

fn too_many(left: TimeDelta) -> Error {
    Error::TooManyTries { seconds: left.num_seconds().unsigned_abs() + 1 }
}

/// Who comes first, when many wait for a password to be hashed that proves nothing yet.
///
/// # Errors
/// Only the database's.
pub fn turn(deps: &Deps, store: &mut dyn Store, origin: &Origin) -> Result<Turn> {
    let now = deps.clock.now();
    let failures = store.failed_logins_from(&counted_as(&origin.address), now - COUNTED_FOR)?;
    Ok(turn_of(failures, failures_in(store, network_of(&origin.address).as_deref(), now)?))
}

/// A password did not fit: records and counts it, and applies the consequence for the address. Within a transaction.
///
/// # Errors
/// Only the database's.
pub fn failed(deps: &Deps, store: &mut dyn Store, kind: SecurityEventKind, attempt: &Try<'_>) -> Result<()> {
    store.security_event(&event(deps, kind, attempt.origin, attempt.user))?;
    if !deps.guard.is_on {
        return Ok(());
    }
    let now = deps.clock.now();
    store.insert_failed_login(&attempt.address, Some(attempt.account.clone()), now)?;
    if let Some(network) = &attempt.network {
        store.insert_failed_login(&network.address, Some(network.account.clone()), now)?;
    }
    let mut nth = |nth| store.nth_failed_login_on(&attempt.account, nth, now - ACCOUNT_WINDOW);
    if nth(ACCOUNT_FAILURES)?.is_some() && nth(ACCOUNT_FAILURES + 1)?.is_none() {
        store.security_event(&event(deps, SecurityEventKind::AccountLocked, attempt.origin, attempt.user))?;
    }
    climb(deps, store, &attempt.address, attempt.origin)
}

/// The password fits: what was mistyped on this very account from here is forgotten. Failures on other accounts stay: otherwise an
/// attacker could erase them by a login to their own account.
///
/// # Errors
/// Only the database's.
pub fn succeeded(deps: &Deps, store: &mut dyn Store, attempt: &Try<'_>) -> Result<()> {
    if deps.guard.is_on {
        store.forgive_login(&attempt.address, &attempt.account)?;
        if let Some(network) = &attempt.network {
            store.forgive_login(&network.address, &network.account)?;
        }
    }
    Ok(())
}

/// A person proved by mail that an account is theirs: from their address nothing slows them down any more.
///
/// # Errors
/// Only the database's.
pub(crate) fn proved(
    deps: &Deps,
    store: &mut dyn Store,
    email: &str,
    user: UserId,
    origin: &Origin,
) -> Result<()> {
    store.forgive_account(&account(deps, email))?;
    store.forgive_account(&account_in_network(deps, email))?;
    store.note_place(user, &counted_as(&origin.address), deps.clock.now())?;
    Ok(())
}

/// An account is closed: its failed logins go, too.
///
/// # Errors
/// Only the database's.
pub(crate) fn forget(deps: &Deps, store: &mut dyn Store, email: &str) -> Result<()> {
    store.forgive_account(&account(deps, email))?;
    Ok(store.forgive_account(&account_in_network(deps, email))?)
}

/// [`domain::accounts::ladder::REFUSED_PER_FAILURE`] tries from an address were refused: that counts as one that failed.
///
/// # Errors
/// Only the database's.
pub fn tries_refused(deps: &Deps, origin: &Origin) -> Result<()> {
    if !deps.guard.is_on {
        return Ok(());
    }
    let address = counted_as(&origin.address);
    in_transaction(&*deps.database, |store| {
        store.insert_failed_login(&address, None, deps.clock.now())?;
        if let Some(network) = network_of(&address) {
            store.insert_failed_login(&network, None, deps.clock.now())?;
        }
        climb(deps, store, &address, origin)
    })
}

fn climb(deps: &Deps, store: &mut dyn Store, address: &str, origin: &Origin) -> Result<()> {
    let now = deps.clock.now();
    let failures = store.failed_logins_from(address, now - COUNTED_FOR)?;
    let Consequence::Block(lasts) = consequence(failures.count) else { return Ok(()) };
    if is_within(address, &deps.guard.never_blocked) {
        return Ok(());
    }
    store.block(&Block {
        address: address.to_owned(),
        reason: format!("{} failed logins within a day", failures.count),
        blocked_at: now,
        expires_at: now + lasts,
    })?;
    store.security_event(&event(deps, SecurityEventKind::AddressBlocked, origin, None))?;
    Ok(())
}
