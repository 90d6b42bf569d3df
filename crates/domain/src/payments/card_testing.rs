//! Card testing: somebody tries stolen cards on fines. Declines make the next payment wait (docs/PRODUCT.md#declined-cards).

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::money::Money;

/// A decline counts so long.
pub const COUNTED_FOR: TimeDelta = TimeDelta::hours(24);

/// One card may be declined so often within [`COUNTED_FOR`], on whatever accounts; then the payment it is tried on is called off.
pub const MOST_OF_CARD: i64 = 10;

/// So many payments of one account are open at once; the oldest is called off for the next one.
pub const MOST_OPEN: usize = 25;

/// Open payments of one account come to this together at the most, in the same way.
pub const MOST_OPEN_AMOUNT: Money = Money::from_cents(100_000_000);

/// What an account has to wait from this many of its declines on.
const ACCOUNT: &[(i64, TimeDelta)] = &[
    (15, TimeDelta::hours(1)),
    (10, TimeDelta::minutes(15)),
    (7, TimeDelta::minutes(5)),
    (5, TimeDelta::minutes(1)),
];

/// What an address has to wait from this many declines on. Many honest people may share one.
const ADDRESS: &[(i64, TimeDelta)] = &[
    (60, TimeDelta::hours(1)),
    (45, TimeDelta::minutes(15)),
    (30, TimeDelta::minutes(5)),
    (20, TimeDelta::minutes(1)),
];

/// The declines of an account, or of an address, within [`COUNTED_FOR`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Declined {
    /// How many.
    pub times: i64,
    /// The latest.
    pub last: Option<DateTime<Utc>>,
}

impl Declined {
    fn wait_left(self, ladder: &[(i64, TimeDelta)], now: DateTime<Utc>) -> Option<TimeDelta> {
        let (_, wait) = ladder.iter().find(|(from, _)| self.times >= *from)?;
        let left = self.last? + *wait - now;
        (left > TimeDelta::zero()).then_some(left.min(*wait))
    }
}

/// How long the next payment has to wait; none when it may begin. At most an hour, so nobody is locked out for good; and what others
/// did at the same address does not stop somebody who has paid with a good card before.
#[must_use]
pub fn wait_left(
    account: Declined,
    address: Declined,
    has_paid: bool,
    now: DateTime<Utc>,
) -> Option<TimeDelta> {
    let by_address = if has_paid { None } else { address.wait_left(ADDRESS, now) };
    account.wait_left(ACCOUNT, now).max(by_address)
}

/// How many of the open payments, given by their amounts with the oldest first, are called off to make room for one of this amount.
#[must_use]
pub fn too_many_open(open: &[Money], next: Money) -> usize {
    let mut together = open.iter().map(|amount| amount.cents()).sum::<i64>().saturating_add(next.cents());
    let mut left = open.len();
    open.iter()
        .take_while(|amount| {
            let is_too_many = left >= MOST_OPEN || together > MOST_OPEN_AMOUNT.cents();
            together = together.saturating_sub(amount.cents());
            left = left.saturating_sub(1);
            is_too_many
        })
        .count()
}
