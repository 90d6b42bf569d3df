//! The system clock.

use chrono::{DateTime, SubsecRound, Utc};
use ports::shared::clock::Clock;

/// The system clock, truncated to microseconds, because the database stores no more digits.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the only place that reads the system clock")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}
