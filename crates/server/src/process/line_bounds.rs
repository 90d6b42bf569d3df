//! A limit on the number of lines per second that each log statement writes, so that a flood of malformed requests
//! can't fill the log (docs/OPERATIONS.md#following-a-request).

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use lanewise_http::edge::telemetry;
use lanewise_http::shared::error;
use tracing::callsite::Identifier;
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

/// Maximum lines per second from one log statement.
const LINES: NonZeroU32 = NonZeroU32::MIN.saturating_add(49);
/// Targets of log statements whose modules limit the lines themselves.
const LIMITED_ELSEWHERE: [&str; 2] = [telemetry::TARGET, error::TARGET];

static OF_PROCESS: LazyLock<Arc<Bounds>> = LazyLock::new(Arc::default);

/// A filter that drops and counts log lines of a statement that writes more than [`LINES`] per second.
pub(crate) struct LogLineLimits<C: Clock = DefaultClock>(Arc<Bounds<C>>);

impl LogLineLimits {
    /// Returns the limits shared by the whole process.
    pub(crate) fn of_process() -> Self {
        Self(OF_PROCESS.clone())
    }
}

/// Logs how many lines each log statement has dropped since the last call.
pub(crate) fn log_dropped() {
    for (place, lines) in OF_PROCESS.take_dropped() {
        tracing::warn!(parent: None, place, lines, "lines were left out of the log");
    }
}

type Limiter<C> =
    RateLimiter<Identifier, DefaultKeyedStateStore<Identifier>, C, NoOpMiddleware<<C as Clock>::Instant>>;

struct Bounds<C: Clock = DefaultClock> {
    limiter: Limiter<C>,
    dropped: Mutex<BTreeMap<&'static str, u64>>,
}

impl Default for Bounds {
    fn default() -> Self {
        Self::by_clock(DefaultClock::default())
    }
}

impl<C: Clock> Bounds<C> {
    /// Creates limits that measure time with this clock.
    fn by_clock(clock: C) -> Self {
        let limiter = RateLimiter::new(Quota::per_second(LINES), DefaultKeyedStateStore::default(), clock);
        Self { limiter, dropped: Mutex::default() }
    }

    /// Returns the number of dropped lines by log statement since the last call.
    fn take_dropped(&self) -> BTreeMap<&'static str, u64> {
        std::mem::take(&mut *self.dropped.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<S: Subscriber, C: Clock + 'static> Layer<S> for LogLineLimits<C> {
    /// Returns whether to write a log line. Counts the line as dropped if its statement has reached the limit.
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let place = event.metadata();
        if LIMITED_ELSEWHERE.contains(&place.target()) || self.0.limiter.check_key(&place.callsite()).is_ok()
        {
            return true;
        }
        let mut dropped = self.0.dropped.lock().unwrap_or_else(PoisonError::into_inner);
        *dropped.entry(place.name()).or_default() += 1;
        false
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use governor::clock::FakeRelativeClock;
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    #[derive(Clone, Default)]
    struct Counted(Arc<AtomicUsize>);

    impl<S: Subscriber> Layer<S> for Counted {
        fn on_event(&self, _: &Event<'_>, _: Context<'_, S>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn log_lines_per_call_site_are_limited_and_dropped_lines_are_counted() {
        let clock = FakeRelativeClock::default();
        let bounds = Arc::new(Bounds::by_clock(clock.clone()));
        let counted = Counted::default();
        let log = tracing_subscriber::registry().with(counted.clone()).with(LogLineLimits(bounds.clone()));
        let written = || counted.0.swap(0, Ordering::Relaxed);
        let flood = || (0..500).for_each(|_| tracing::warn!("malformed"));
        tracing::subscriber::with_default(log, || {
            flood();
            tracing::warn!("another place");
            assert_eq!(written(), 51);
            clock.advance(Duration::from_secs(1));
            flood();
            assert_eq!(written(), 50);
            for _ in 0..500 {
                tracing::info!(target: telemetry::TARGET, "answered");
            }
            assert_eq!(written(), 500, "request log lines are limited elsewhere");
        });
        let dropped = bounds.take_dropped();
        assert_eq!(dropped.values().collect::<Vec<_>>(), [&900]);
        assert!(dropped.keys().all(|place| place.contains("line_bounds.rs")), "{dropped:?}");
        assert!(bounds.take_dropped().is_empty(), "dropped lines are counted once");
    }
}
