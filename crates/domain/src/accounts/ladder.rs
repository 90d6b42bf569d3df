//! Failed logins have consequences: an address climbs a ladder of waits that ends in a block, an account slows strangers down.
//! ADR 0007 says why it is so.

use chrono::{DateTime, TimeDelta, Utc};

/// So long a failed login counts for its address.
pub const COUNTED_FOR: TimeDelta = TimeDelta::hours(24);
/// So many tries that were refused count as one that failed: hammering on climbs, too.
pub const REFUSED_PER_FAILURE: u32 = 10;

/// So many failures within [`ACCOUNT_WINDOW`], from wherever, and strangers have to wait.
pub const ACCOUNT_FAILURES: u32 = 10;
/// A failed login counts so long for its account: the lock lapses by itself.
pub const ACCOUNT_WINDOW: TimeDelta = TimeDelta::minutes(15);

/// So long the place of a login stays known.
pub const PLACES_STAY: TimeDelta = TimeDelta::days(90);

/// What a failed login brings upon its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// Nothing yet.
    Nothing,
    /// No other login until this has passed since the failure.
    Wait(TimeDelta),
    /// Nothing at all from there until this has passed.
    Block(TimeDelta),
}

/// From so many failures on, this.
const RUNGS: &[(i64, Consequence)] = &[
    (25, Consequence::Block(TimeDelta::hours(24))),
    (20, Consequence::Block(TimeDelta::hours(1))),
    (15, Consequence::Wait(TimeDelta::minutes(15))),
    (10, Consequence::Wait(TimeDelta::minutes(10))),
    (7, Consequence::Wait(TimeDelta::minutes(1))),
];

/// What the address's latest failure brings, the how-manieth it is within [`COUNTED_FOR`].
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

/// How long strangers still have to wait for an account, given the [`ACCOUNT_FAILURES`]th latest failure on it; none when
/// they may try.
#[must_use]
pub fn account_wait_left(deciding: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<TimeDelta> {
    let left = deciding? + ACCOUNT_WINDOW - now;
    (left > TimeDelta::zero()).then_some(left.min(ACCOUNT_WINDOW))
}
