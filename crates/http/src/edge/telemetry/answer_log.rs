//! Decides which responses are logged: every fast successful write, and a limited number per second of fast
//! reads, refusals, failures and slow responses. Other responses are only counted.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

/// Duration from which a response counts as slow.
const SLOW: Duration = Duration::from_secs(1);
/// Maximum number of failures and slow responses that are logged per second. While the database is down,
/// most responses are failures.
pub const FAILURES: NonZeroU32 = NonZeroU32::MIN.saturating_add(199);
/// Maximum number of refusals that are logged per second. Any visitor can cause refusals.
const REFUSALS: NonZeroU32 = NonZeroU32::MIN.saturating_add(49);
/// Interval at which the log reports the number of unlogged responses.
const REPORT_EVERY: Duration = Duration::from_secs(10);

type Limiter<C> = RateLimiter<NotKeyed, InMemoryState, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// Number of unlogged responses since the last report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnloggedCounts {
    /// Successful reads that took less than `SLOW`.
    pub reads: u64,
    /// Responses with a status from 400 to 499 that took less than `SLOW`.
    pub refusals: u64,
    /// Responses with a status of 500 or above, and slow responses.
    pub failures: u64,
}

impl UnloggedCounts {
    /// Writes the numbers to the log.
    pub fn log(self) {
        let Self { reads, refusals, failures } = self;
        tracing::info!(parent: None, reads, refusals, failures, "responses were left out of the log");
    }
}

/// Decides which responses of this process are logged.
pub struct ResponseLog<C: Clock = DefaultClock> {
    /// The limit for logging reads; `None` if reads are never logged.
    reads: Option<Limiter<C>>,
    refusals: Limiter<C>,
    failures: Limiter<C>,
    reports: Option<Limiter<C>>,
    left_reads: AtomicU64,
    left_refusals: AtomicU64,
    left_failures: AtomicU64,
}

impl ResponseLog {
    /// Creates a log in which at most `reads` fast reads per second are logged.
    pub fn new(reads: u32) -> Self {
        Self::with_clock(reads, &DefaultClock::default())
    }
}

impl<C: Clock + Clone> ResponseLog<C> {
    /// Creates a log in which at most `reads` fast reads per second, as measured by `clock`, are logged.
    fn with_clock(reads: u32, clock: &C) -> Self {
        let limiter = |quota| RateLimiter::direct_with_clock(quota, clock.clone());
        Self {
            reads: NonZeroU32::new(reads).map(|reads| limiter(Quota::per_second(reads))),
            refusals: limiter(Quota::per_second(REFUSALS)),
            failures: limiter(Quota::per_second(FAILURES)),
            reports: Quota::with_period(REPORT_EVERY).map(limiter),
            left_reads: AtomicU64::new(0),
            left_refusals: AtomicU64::new(0),
            left_failures: AtomicU64::new(0),
        }
    }

    /// Whether to log this response. A response that isn't logged is counted.
    pub fn should_log(&self, method: &str, status: u16, took: Duration) -> bool {
        let is_write = matches!(method, "POST" | "PUT" | "PATCH" | "DELETE");
        let (limiter, unlogged) = match status {
            500.. => (Some(&self.failures), &self.left_failures),
            _ if took >= SLOW => (Some(&self.failures), &self.left_failures),
            400.. => (Some(&self.refusals), &self.left_refusals),
            _ if is_write => return true,
            _ => (self.reads.as_ref(), &self.left_reads),
        };
        let is_taken = limiter.is_some_and(|limiter| limiter.check().is_ok());
        if !is_taken {
            unlogged.fetch_add(1, Ordering::Relaxed);
        }
        is_taken
    }

    /// Returns the number of unlogged responses if a report is due and there are any; otherwise `None`.
    pub fn take_unlogged_counts(&self) -> Option<UnloggedCounts> {
        let lefts = [&self.left_reads, &self.left_refusals, &self.left_failures];
        let is_any = lefts.iter().any(|counter| counter.load(Ordering::Relaxed) > 0);
        let is_time = || self.reports.as_ref().is_some_and(|reports| reports.check().is_ok());
        if is_any && is_time() { self.take_remaining_counts() } else { None }
    }

    /// Returns the number of unlogged responses since the last report, for a report at shutdown. `None`
    /// if there are none.
    pub fn take_remaining_counts(&self) -> Option<UnloggedCounts> {
        let take_count = |counter: &AtomicU64| counter.swap(0, Ordering::Relaxed);
        let counts = UnloggedCounts {
            reads: take_count(&self.left_reads),
            refusals: take_count(&self.left_refusals),
            failures: take_count(&self.left_failures),
        };
        (counts != UnloggedCounts::default()).then_some(counts)
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    const QUICK: Duration = Duration::from_millis(3);

    /// Returns how many of `count` equal responses are logged.
    fn count_logged(
        log: &ResponseLog<FakeRelativeClock>,
        count: u32,
        method: &str,
        status: u16,
        took: Duration,
    ) -> usize {
        (0..count).filter(|_| log.should_log(method, status, took)).count()
    }

    #[test]
    fn fast_reads_above_the_log_limit_are_counted_instead_of_logged() {
        let clock = FakeRelativeClock::default();
        let log = ResponseLog::with_clock(20, &clock);
        assert_eq!(count_logged(&log, 5_000, "GET", 200, QUICK), 20);
        assert_eq!(
            log.take_unlogged_counts(),
            Some(UnloggedCounts { reads: 4_980, ..UnloggedCounts::default() })
        );
        clock.advance(Duration::from_secs(1));
        assert_eq!(count_logged(&log, 5_000, "GET", 304, QUICK), 20);
        assert_eq!(log.take_unlogged_counts(), None, "the count is not reported every second");
        clock.advance(REPORT_EVERY);
        assert_eq!(
            log.take_unlogged_counts(),
            Some(UnloggedCounts { reads: 4_980, ..UnloggedCounts::default() })
        );
        assert_eq!(
            (log.take_unlogged_counts(), log.take_remaining_counts()),
            (None, None),
            "the count is reported once"
        );
    }

    #[test]
    fn every_fast_successful_write_is_logged() {
        let log = ResponseLog::with_clock(1, &FakeRelativeClock::default());
        for (method, status) in [("POST", 201), ("PATCH", 200)] {
            assert_eq!(count_logged(&log, 5_000, method, status, QUICK), 5_000, "{method} {status}");
        }
        assert_eq!(log.take_remaining_counts(), None);
    }

    #[test]
    fn log_lines_for_failed_and_slow_requests_are_limited_during_an_outage() {
        for (method, status, took) in
            [("GET", 503, QUICK), ("POST", 500, QUICK), ("GET", 200, SLOW), ("POST", 201, SLOW)]
        {
            let clock = FakeRelativeClock::default();
            let log = ResponseLog::with_clock(20, &clock);
            assert_eq!(count_logged(&log, 5_000, method, status, took), 200, "{method} {status}");
            assert_eq!(
                log.take_unlogged_counts(),
                Some(UnloggedCounts { failures: 4_800, ..UnloggedCounts::default() })
            );
            clock.advance(Duration::from_secs(1));
            assert_eq!(count_logged(&log, 100, method, status, took), 100, "a few failures are all logged");
        }
    }

    #[test]
    fn log_lines_for_refusals_are_limited_during_a_flood() {
        let log = ResponseLog::with_clock(20, &FakeRelativeClock::default());
        assert_eq!(count_logged(&log, 5_000, "POST", 429, QUICK), 50);
        assert_eq!(count_logged(&log, 100, "GET", 200, QUICK), 20, "reads have their own limit");
        assert_eq!(
            log.take_remaining_counts(),
            Some(UnloggedCounts { reads: 80, refusals: 4_950, failures: 0 })
        );
    }

    #[test]
    fn a_read_log_limit_of_zero_logs_no_reads() {
        let log = ResponseLog::with_clock(0, &FakeRelativeClock::default());
        assert_eq!(count_logged(&log, 10, "GET", 200, QUICK), 0);
        assert_eq!(
            log.take_remaining_counts(),
            Some(UnloggedCounts { reads: 10, ..UnloggedCounts::default() })
        );
    }
}
