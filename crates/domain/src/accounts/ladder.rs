//! Failed logins have consequences: an address climbs a ladder of waits that ends in a block, an account slows strangers down.
//! ADR 0007 says why it is so.

use chrono::{DateTime, TimeDelta, Utc};
use ipnet::IpNet;

use crate::security::network::NETWORK_COUNTS;

/// Whether logins are guarded, and whom no block may hit.
#[derive(Clone, Debug)]
pub struct GuardPolicy {
    /// Off in load tests alone.
    pub is_on: bool,
    /// Proxies: blocking one would block everybody behind it.
    pub never_blocked: Vec<IpNet>,
}

/// A failed login counts for its address this long.
pub const COUNTED_FOR: TimeDelta = TimeDelta::hours(24);
/// This many refused tries count as one failure, so a program that keeps trying climbs, too.
pub const REFUSED_PER_FAILURE: u32 = 10;

/// After this many failures within [`ACCOUNT_WINDOW`], from any addresses, strangers have to wait.
pub const ACCOUNT_FAILURES: u32 = 10;
/// A failed login counts so long for its account: the lock lapses by itself.
pub const ACCOUNT_WINDOW: TimeDelta = TimeDelta::minutes(15);

/// The consequence of a failed login for its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// Nothing yet.
    Nothing,
    /// No other login until this has passed since the failure.
    Wait(TimeDelta),
    /// Nothing at all from there until this has passed.
    Block(TimeDelta),
}

/// From so many failures on an address is blocked.
const BLOCKED_FROM: i64 = 20;

/// The consequence from this many failures on.
const RUNGS: &[(i64, Consequence)] = &[
    (25, Consequence::Block(TimeDelta::hours(24))),
    (BLOCKED_FROM, Consequence::Block(TimeDelta::hours(1))),
    (15, Consequence::Wait(TimeDelta::minutes(15))),
    (10, Consequence::Wait(TimeDelta::minutes(10))),
    (7, Consequence::Wait(TimeDelta::minutes(1))),
];

/// The consequence of the address's latest failure, given how many there were within [`COUNTED_FOR`].
#[must_use]
pub fn consequence(failures: i64) -> Consequence {
    RUNGS
        .iter()
        .find(|(from, _)| failures >= *from)
        .map_or(Consequence::Nothing, |(_, consequence)| *consequence)
}

/// How long the address still has to wait; none when it may try. Where an address cannot be blocked (a proxy's), a block is
/// a wait.
#[must_use]
pub fn wait_left(failures: i64, last: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<TimeDelta> {
    let (Consequence::Wait(wait) | Consequence::Block(wait)) = consequence(failures) else { return None };
    let left = last? + wait - now;
    (left > TimeDelta::zero()).then_some(left.min(wait))
}

/// The same for a `/48` network, which climbs as much more slowly as more people may be in it, and is never blocked.
#[must_use]
pub fn network_wait_left(
    failures: i64,
    last: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Option<TimeDelta> {
    wait_left((failures / i64::from(NETWORK_COUNTS)).min(BLOCKED_FROM - 1), last, now)
}

/// How long strangers still have to wait for an account, given the [`ACCOUNT_FAILURES`]th latest failure on it; none when
/// they may try.
#[must_use]
pub fn account_wait_left(deciding: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<TimeDelta> {
    let left = deciding? + ACCOUNT_WINDOW - now;
    (left > TimeDelta::zero()).then_some(left.min(ACCOUNT_WINDOW))
}
