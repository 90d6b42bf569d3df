//! Which answers are logged: every failure, every slow one and every write; of the rest so many a second, and how many were left out.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

/// An answer that took so long is logged.
const SLOW: Duration = Duration::from_secs(1);
/// Refusals, which anybody can cause, a second.
const REFUSALS: NonZeroU32 = NonZeroU32::MIN.saturating_add(49);
/// How often it is told what was left out.
const TELL_EVERY: Duration = Duration::from_secs(10);

type Limiter<C> = RateLimiter<NotKeyed, InMemoryState, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// What was left out since it was told last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Quick reads that succeeded.
    pub reads: u64,
    /// Answers with a status from 400 to 499.
    pub refusals: u64,
}

impl LeftOut {
    /// Says so in the log.
    pub fn tell(self) {
        tracing::info!(parent: None, reads = self.reads, refusals = self.refusals, "answers were left out of the log");
    }
}

/// One a process.
pub struct AnswerLog<C: Clock = DefaultClock> {
    /// None: no reads at all.
    reads: Option<Limiter<C>>,
    refusals: Limiter<C>,
    tells: Option<Limiter<C>>,
    left_reads: AtomicU64,
    left_refusals: AtomicU64,
}

impl AnswerLog {
    /// Logs so many quick reads a second.
    pub fn new(reads: u32) -> Self {
        Self::by_clock(reads, &DefaultClock::default())
    }
}

impl<C: Clock + Clone> AnswerLog<C> {
    fn by_clock(reads: u32, clock: &C) -> Self {
        let limiter = |quota| RateLimiter::direct_with_clock(quota, clock.clone());
        Self {
            reads: NonZeroU32::new(reads).map(|reads| limiter(Quota::per_second(reads))),
            refusals: limiter(Quota::per_second(REFUSALS)),
            tells: Quota::with_period(TELL_EVERY).map(limiter),
            left_reads: AtomicU64::new(0),
            left_refusals: AtomicU64::new(0),
        }
    }

    /// Whether this answer is logged; if not, it is counted.
    pub fn takes(&self, method: &str, status: u16, took: Duration) -> bool {
        let is_write = matches!(method, "POST" | "PUT" | "PATCH" | "DELETE");
        let (limiter, left) = match status {
            500.. => return true,
            _ if took >= SLOW => return true,
            400.. => (Some(&self.refusals), &self.left_refusals),
            _ if is_write => return true,
            _ => (self.reads.as_ref(), &self.left_reads),
        };
        let is_taken = limiter.is_some_and(|limiter| limiter.check().is_ok());
        if !is_taken {
            left.fetch_add(1, Ordering::Relaxed);
        }
        is_taken
    }

    /// What was left out, if it is time to tell it.
    pub fn left_out(&self) -> Option<LeftOut> {
        let is_any =
            [&self.left_reads, &self.left_refusals].iter().any(|left| left.load(Ordering::Relaxed) > 0);
        let is_time = || self.tells.as_ref().is_some_and(|tells| tells.check().is_ok());
        if is_any && is_time() { self.rest() } else { None }
    }

    /// What was left out, at the end.
    pub fn rest(&self) -> Option<LeftOut> {
        let taken = |left: &AtomicU64| left.swap(0, Ordering::Relaxed);
        let left = LeftOut { reads: taken(&self.left_reads), refusals: taken(&self.left_refusals) };
        (left.reads + left.refusals > 0).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    const QUICK: Duration = Duration::from_millis(3);

    fn logged(
        log: &AnswerLog<FakeRelativeClock>,
        many: u32,
        method: &str,
        status: u16,
        took: Duration,
    ) -> usize {
        (0..many).filter(|_| log.takes(method, status, took)).count()
    }

    #[test]
    fn of_many_quick_reads_a_few_are_logged_and_the_others_are_counted() {
        let clock = FakeRelativeClock::default();
        let log = AnswerLog::by_clock(20, &clock);
        assert_eq!(logged(&log, 5_000, "GET", 200, QUICK), 20);
        assert_eq!(log.left_out(), Some(LeftOut { reads: 4_980, refusals: 0 }));
        clock.advance(Duration::from_secs(1));
        assert_eq!(logged(&log, 5_000, "GET", 304, QUICK), 20);
        assert_eq!(log.left_out(), None, "not every second");
        clock.advance(TELL_EVERY);
        assert_eq!(log.left_out(), Some(LeftOut { reads: 4_980, refusals: 0 }));
        assert_eq!((log.left_out(), log.rest()), (None, None), "told once");
    }

    #[test]
    fn failures_slow_answers_and_writes_are_all_logged() {
        let log = AnswerLog::by_clock(1, &FakeRelativeClock::default());
        for (method, status, took) in [
            ("GET", 500, QUICK),
            ("GET", 503, QUICK),
            ("POST", 201, QUICK),
            ("PATCH", 200, QUICK),
            ("GET", 200, SLOW),
        ] {
            assert_eq!(logged(&log, 5_000, method, status, took), 5_000, "{method} {status}");
        }
        assert_eq!(log.rest(), None);
    }

    #[test]
    fn a_flood_of_refusals_leaves_the_log_readable() {
        let log = AnswerLog::by_clock(20, &FakeRelativeClock::default());
        assert_eq!(logged(&log, 5_000, "POST", 429, QUICK), 50);
        assert_eq!(logged(&log, 100, "GET", 200, QUICK), 20, "reads have their own");
        assert_eq!(log.rest(), Some(LeftOut { reads: 80, refusals: 4_950 }));
    }

    #[test]
    fn no_reads_are_none() {
        let log = AnswerLog::by_clock(0, &FakeRelativeClock::default());
        assert_eq!(logged(&log, 10, "GET", 200, QUICK), 0);
        assert_eq!(log.rest(), Some(LeftOut { reads: 10, refusals: 0 }));
    }
}
