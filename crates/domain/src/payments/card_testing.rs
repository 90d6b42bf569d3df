//! Limits against card testing, where an attacker tries stolen cards on fines. Declines delay
//! the next payment (docs/product/payments.md#declined-cards).

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::money::Money;

/// Time for which a decline counts toward the limits.
pub const COUNTED_FOR: TimeDelta = TimeDelta::hours(24);

/// Maximum declines of one card within [`COUNTED_FOR`], across all accounts. At the limit, the
/// payment that the card was tried for is canceled.
pub const MAX_PER_CARD: i64 = 10;

/// Maximum open payments per account. A new payment cancels the oldest one.
pub const MAX_OPEN: usize = 25;

/// Maximum total of an account's open payments. A new payment cancels the oldest ones until the total fits.
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
/// first. The limits are higher because many honest drivers may share one address.
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
    /// Time of the latest decline.
    pub last: Option<DateTime<Utc>>,
}

impl DeclineCount {
    fn wait_left(self, ladder: &[(i64, TimeDelta)], now: DateTime<Utc>) -> Option<TimeDelta> {
        let (_, wait) = ladder.iter().find(|(from, _)| self.times >= *from)?;
        let remaining = self.last? + *wait - now;
        (remaining > TimeDelta::zero()).then_some(remaining.min(*wait))
    }
}

/// Returns how long the next payment must wait; `None` if it may start now. The wait is at most an
/// hour, so no driver is locked out permanently. After a successful payment, a driver isn't delayed
/// by other people's declines at the same IP address.
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

/// Returns how many open payments to cancel so that a new payment of `next` fits within the limits.
/// `open` lists the amounts of the open payments, oldest first.
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
