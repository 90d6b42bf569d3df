//! A circuit breaker for calls to an outside service. When at least half of the recent calls failed, the
//! breaker rejects calls immediately for a while, so that callers don't wait for timeouts.
//!
//! The crate is built on the library recloser. No type of that library appears in this crate's API.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use recloser::{AsyncRecloser, Error, Recloser};

/// Settings of a circuit breaker: when it opens, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct BreakerOptions {
    /// Number of recent calls to consider. The breaker opens when at least half of these calls failed.
    pub window: usize,
    /// Number of trial calls that decide whether an open breaker closes again.
    pub probes: usize,
    /// How long an open breaker rejects calls before it lets trial calls through.
    pub wait: Duration,
}

impl BreakerOptions {
    /// Creates the recloser library's breaker with these settings. The breaker starts closed, so
    /// it lets calls through.
    fn build(self, name: &'static str) -> Recloser {
        Recloser::custom()
            .name(name)
            .closed_len(self.window)
            .half_open_len(self.probes)
            .error_rate(0.5)
            .open_wait(self.wait)
            .build()
    }
}

/// Why a call through the breaker has no result.
#[derive(Debug, PartialEq, Eq)]
pub enum CallError<E> {
    /// The breaker is open and rejected the call. The breaker stays open for at most this long.
    CircuitOpen(Duration),
    /// The service was called and returned this error.
    Failed(E),
}

/// The time of the breaker's last rejection. `None` if the breaker has let a later call through, or never rejected one.
#[derive(Clone, Debug)]
struct LastRejection {
    at: Arc<Mutex<Option<Instant>>>,
    wait: Duration,
}

impl LastRejection {
    /// Creates a record without a rejection. `wait` is [`BreakerOptions::wait`].
    fn new(wait: Duration) -> Self {
        Self { at: Arc::default(), wait }
    }

    /// Records whether the breaker rejected a call, and converts the result of the call.
    fn record_result<T, E>(&self, result: Result<T, Error<E>>) -> Result<T, CallError<E>> {
        let is_rejected = matches!(result, Err(Error::Rejected));
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = is_rejected.then(Instant::now);
        result.map_err(|error| match error {
            Error::Inner(failure) => CallError::Failed(failure),
            Error::Rejected => CallError::CircuitOpen(self.wait),
        })
    }

    /// Returns whether the breaker rejected the last call, within the past [`BreakerOptions::wait`].
    fn is_rejecting(&self) -> bool {
        let at = *self.at.lock().unwrap_or_else(PoisonError::into_inner);
        at.is_some_and(|at| at.elapsed() < self.wait)
    }
}

/// A circuit breaker for blocking calls.
#[derive(Debug)]
pub struct Breaker {
    inner: Recloser,
    last_rejection: LastRejection,
}

impl Breaker {
    /// Creates a closed breaker. `name` appears in the log when the breaker opens or closes.
    pub fn new(name: &'static str, options: BreakerOptions) -> Self {
        Self { inner: options.build(name), last_rejection: LastRejection::new(options.wait) }
    }

    /// Makes a call unless the breaker is open. An error counts as a failure of the service only if `is_failure`
    /// returns true for it.
    ///
    /// # Errors
    /// Returns the call's own error, or that the breaker rejected the call.
    pub fn guard<T, E>(
        &self,
        is_failure: impl Fn(&E) -> bool,
        call: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, CallError<E>> {
        self.last_rejection.record_result(self.inner.call_with(is_failure, call))
    }
}

/// A circuit breaker for async calls. Clones of a breaker share one state.
#[derive(Clone, Debug)]
pub struct AsyncBreaker {
    inner: AsyncRecloser,
    last_rejection: LastRejection,
}

impl AsyncBreaker {
    /// Creates a closed breaker. `name` appears in the log when the breaker opens or closes.
    pub fn new(name: &'static str, options: BreakerOptions) -> Self {
        Self { inner: options.build(name).into(), last_rejection: LastRejection::new(options.wait) }
    }

    /// Makes an async call under the same rules as [`Breaker::guard`].
    ///
    /// # Errors
    /// Returns the call's own error, or that the breaker rejected the call.
    pub async fn guard<T, E>(
        &self,
        is_failure: impl Fn(&E) -> bool,
        call: impl Future<Output = Result<T, E>>,
    ) -> Result<T, CallError<E>> {
        self.last_rejection.record_result(self.inner.call_with(is_failure, call).await)
    }

    /// Returns whether the breaker rejected the last call, within the past [`BreakerOptions::wait`].
    pub fn is_open(&self) -> bool {
        self.last_rejection.is_rejecting()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn guarded_call(
        breaker: &Breaker,
        answer: Result<(), &'static str>,
    ) -> Result<(), CallError<&'static str>> {
        breaker.guard(|failure| *failure == "down", || answer)
    }

    #[test]
    fn a_breaker_opens_for_its_waiting_time_when_half_of_the_recent_calls_failed() {
        let breaker = Breaker::new("x", BreakerOptions { window: 4, probes: 1, wait: HOUR });
        for answer in [Ok(()), Err("down"), Ok(()), Err("down")] {
            assert_eq!(guarded_call(&breaker, answer), answer.map_err(CallError::Failed));
        }
        assert_eq!(guarded_call(&breaker, Err("down")), Err(CallError::Failed("down")));
        assert_eq!(guarded_call(&breaker, Ok(())), Err(CallError::CircuitOpen(HOUR)));
    }

    #[test]
    fn a_breaker_ignores_permanent_errors_and_closes_after_a_successful_trial_call() {
        let breaker = Breaker::new("x", BreakerOptions { window: 2, probes: 1, wait: Duration::ZERO });
        for _ in 0..9 {
            assert_eq!(
                guarded_call(&breaker, Err("no such mailbox")),
                Err(CallError::Failed("no such mailbox"))
            );
        }
        for _ in 0..3 {
            assert!(guarded_call(&breaker, Err("down")).is_err());
        }
        while guarded_call(&breaker, Ok(())).is_err() {}
        assert_eq!(guarded_call(&breaker, Ok(())), Ok(()));
    }

    #[test]
    fn a_breaker_is_reported_as_open_only_after_a_recent_rejection() {
        let after = |wait: Duration| {
            let last_rejection = LastRejection::new(wait);
            assert!(!last_rejection.is_rejecting());
            assert_eq!(
                last_rejection.record_result::<(), ()>(Err(Error::Rejected)),
                Err(CallError::CircuitOpen(wait))
            );
            last_rejection
        };
        assert!(after(HOUR).is_rejecting());
        assert!(!after(Duration::ZERO).is_rejecting(), "the wait ends even without calls");
        let answered = after(HOUR);
        assert_eq!(answered.record_result::<(), ()>(Ok(())), Ok(()));
        assert!(!answered.is_rejecting());
        let failed = after(HOUR);
        assert_eq!(
            failed.record_result::<(), &str>(Err(Error::Inner("down"))),
            Err(CallError::Failed("down"))
        );
        assert!(!failed.is_rejecting(), "the call was made");
    }
}
