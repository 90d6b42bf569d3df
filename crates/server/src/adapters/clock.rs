//! The system clock.

use chrono::{DateTime, SubsecRound, Utc};
use ports::shared::clock::Clock;

/// The system clock. Times are truncated to microseconds, which the database can store.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the only place that reads the system clock")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}
