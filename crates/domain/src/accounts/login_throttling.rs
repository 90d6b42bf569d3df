//! Login throttling. After failed logins, an IP address must wait longer and longer before its next login,
//! and is finally blocked. After failed logins on an account, only IP addresses that are new to its user must
//! wait. ADR 0007 gives the reasons.

use chrono::{DateTime, TimeDelta, Utc};
use ipnet::IpNet;

use crate::security::network::NETWORK_COUNTS;

/// Whether login throttling is on, and which addresses are never blocked.
#[derive(Clone, Debug)]
pub struct GuardPolicy {
    /// Whether failed logins have consequences. The setting `RATE_LIMITS=off` turns them off, for load tests.
    pub is_on: bool,
    /// Networks of trusted proxies. Blocking a proxy would block all clients behind it.
    pub never_blocked: Vec<IpNet>,
}

/// How long a failed login counts against its IP address.
pub const COUNTED_FOR: TimeDelta = TimeDelta::hours(24);
/// Number of login attempts, refused before the password was checked, that count as one more failed login. A
/// program that keeps trying must therefore wait longer and longer.
pub const REFUSED_PER_FAILURE: u32 = 10;

/// After this number of failed logins on an account within [`ACCOUNT_WINDOW`], logins to the account must wait if
/// their IP address is new to the account's user.
pub const ACCOUNT_FAILURES: u32 = 10;
/// How long a failed login counts against its account. After this time the account's throttling ends on its own.
pub const ACCOUNT_WINDOW: TimeDelta = TimeDelta::minutes(15);

/// The consequence of a failed login for its IP address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginPenalty {
    /// No consequence, because there were only a few failures.
    Nothing,
    /// Further logins are refused for this long after the failure.
    Wait(TimeDelta),
    /// All requests of the address are refused for this long after the failure.
    Block(TimeDelta),
}

/// Number of failures from which an address is blocked.
const BLOCKED_FROM: i64 = 20;

/// Consequences of failed logins for an IP address, each with the number of failures from which it
/// applies. Highest number first.
const PENALTIES_BY_FAILURES: &[(i64, LoginPenalty)] = &[
    (25, LoginPenalty::Block(TimeDelta::hours(24))),
    (BLOCKED_FROM, LoginPenalty::Block(TimeDelta::hours(1))),
    (15, LoginPenalty::Wait(TimeDelta::minutes(15))),
    (10, LoginPenalty::Wait(TimeDelta::minutes(10))),
    (7, LoginPenalty::Wait(TimeDelta::minutes(1))),
];

/// Returns the consequence of an IP address's latest failed login. `failures` counts the
/// address's failures within [`COUNTED_FOR`].
#[must_use]
pub fn penalty(failures: i64) -> LoginPenalty {
    PENALTIES_BY_FAILURES
        .iter()
        .find(|(from, _)| failures >= *from)
        .map_or(LoginPenalty::Nothing, |(_, penalty)| *penalty)
}

/// Returns how long an IP address must still wait before its next login; `None` if the next login may happen
/// now. `failures` counts the address's failed logins within [`COUNTED_FOR`], and `last` is the time of the
/// latest. An address that can't be blocked, such as a proxy's, waits as long as a block would last.
#[must_use]
pub fn wait_left(failures: i64, last: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<TimeDelta> {
    let (LoginPenalty::Wait(wait) | LoginPenalty::Block(wait)) = penalty(failures) else { return None };
    let remaining = last? + wait - now;
    (remaining > TimeDelta::zero()).then_some(remaining.min(wait))
}

/// Returns how long an IPv6 `/48` network must still wait before its next login; `None` if the next login may
/// happen now. [`NETWORK_COUNTS`] failures of the network count as one failure of an address, because many people
/// may share the network. A network is never blocked. `last` is the time of the network's latest failed login.
#[must_use]
pub fn network_wait_left(
    failures: i64,
    last: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Option<TimeDelta> {
    wait_left((failures / i64::from(NETWORK_COUNTS)).min(BLOCKED_FROM - 1), last, now)
}

/// Returns how long logins to an account must still wait if their IP address is new to the
/// account's user. Returns `None` if such logins needn't wait. `first_counted` is the time of the
/// first of the account's last [`ACCOUNT_FAILURES`] failed logins; `None` if there are fewer.
#[must_use]
pub fn account_wait_left(first_counted: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<TimeDelta> {
    let remaining = first_counted? + ACCOUNT_WINDOW - now;
    (remaining > TimeDelta::zero()).then_some(remaining.min(ACCOUNT_WINDOW))
}
