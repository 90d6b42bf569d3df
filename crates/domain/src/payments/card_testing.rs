//! Limits against card testing, in which an attacker tries stolen cards by paying fines. Declines delay the next
//! payment (docs/product/payments.md#declined-cards).

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::money::Money;

/// Time for which a decline counts toward the limits.
pub const COUNTED_FOR: TimeDelta = TimeDelta::hours(24);

/// Maximum number of declines of one card within [`COUNTED_FOR`], across all accounts. At the limit, Lanewise cancels
/// each payment for which a driver tries the card.
pub const MAX_PER_CARD: i64 = 10;

/// Maximum number of open payments per account. Above it, a new payment cancels the oldest open payment.
pub const MAX_OPEN: usize = 25;

/// Maximum total amount of an account's open payments. Above it, a new payment cancels the oldest open payments.
pub const MAX_OPEN_AMOUNT: Money = Money::from_cents(100_000_000);

/// Waits after declines of one account's cards, each with the number of declines from which it
/// applies. Highest number first.
const ACCOUNT: &[(i64, TimeDelta)] = &[
    (15, TimeDelta::hours(1)),
    (10, TimeDelta::minutes(15)),
    (7, TimeDelta::minutes(5)),
    (5, TimeDelta::minutes(1)),
];

/// Waits after declines from one IP address, each with the number of declines from which it applies. Highest number
/// first. These numbers are higher than an account's, because many honest drivers may share one address.
const ADDRESS: &[(i64, TimeDelta)] = &[
    (60, TimeDelta::hours(1)),
    (45, TimeDelta::minutes(15)),
    (30, TimeDelta::minutes(5)),
    (20, TimeDelta::minutes(1)),
];

/// Declines of one account or one IP address within [`COUNTED_FOR`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeclineCount {
    /// Number of declines within [`COUNTED_FOR`].
    pub times: i64,
    /// Time of the latest decline; `None` if there was none.
    pub last: Option<DateTime<Utc>>,
}

impl DeclineCount {
    /// Returns how long to wait after these declines; `None` if there is no wait. `waits` lists numbers of
    /// declines, highest first, each with the wait from that number on.
    fn wait_left(self, waits: &[(i64, TimeDelta)], now: DateTime<Utc>) -> Option<TimeDelta> {
        let (_, wait) = waits.iter().find(|(from, _)| self.times >= *from)?;
        let remaining = self.last? + *wait - now;
        (remaining > TimeDelta::zero()).then_some(remaining.min(*wait))
    }
}

/// Returns how long the driver must wait before the next payment; `None` if the payment may start now.
/// `account` and `address` count declined cards of the driver's account and IP address. The wait is at most
/// an hour, so no driver is locked out permanently. If the driver `has_paid` successfully before, other
/// people's declines at the same IP address don't count.
#[must_use]
pub fn wait_left(
    account: DeclineCount,
    address: DeclineCount,
    has_paid: bool,
    now: DateTime<Utc>,
) -> Option<TimeDelta> {
    let by_address = if has_paid { None } else { address.wait_left(ADDRESS, now) };
    account.wait_left(ACCOUNT, now).max(by_address)
}

/// Returns how many of the oldest open payments to cancel so that a new payment with the amount `next` fits within
/// the limits. `open` lists the amounts of the open payments, oldest first.
#[must_use]
pub fn count_to_cancel(open: &[Money], next: Money) -> usize {
    let mut together = open.iter().map(|amount| amount.cents()).sum::<i64>().saturating_add(next.cents());
    let mut remaining = open.len();
    open.iter()
        .take_while(|amount| {
            let is_too_many = remaining >= MAX_OPEN || together > MAX_OPEN_AMOUNT.cents();
            together = together.saturating_sub(amount.cents());
            remaining = remaining.saturating_sub(1);
            is_too_many
        })
        .count()
}
