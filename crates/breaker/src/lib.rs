//! The circuit breaker: while most of its answers are failures a service is left alone, so that nobody waits for it.
//!
//! One for all services that Lanewise asks: the payment provider, the mail server, the provider of texts. No type of recloser's
//! leaves this crate.

use std::time::Duration;

use recloser::{AsyncRecloser, Error, Recloser};

/// When a breaker opens, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct BreakerOptions {
    /// It opens when half of this many tries in a row have failed.
    pub window: usize,
    /// So many tries decide whether it closes again.
    pub probes: usize,
    /// So long nothing is asked when it is open; after it the probes go out.
    pub wait: Duration,
}

impl BreakerOptions {
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

/// Why a guarded call brought nothing.
#[derive(Debug, PartialEq, Eq)]
pub enum Unanswered<E> {
    /// It was not made: the service is left alone, at most for so long.
    LeftAlone(Duration),
    /// It was made, and failed.
    Failed(E),
}

impl<E> Unanswered<E> {
    fn of(error: Error<E>, wait: Duration) -> Self {
        match error {
            Error::Inner(failure) => Self::Failed(failure),
            Error::Rejected => Self::LeftAlone(wait),
        }
    }
}

/// For calls that block their thread.
#[derive(Debug)]
pub struct Breaker {
    inner: Recloser,
    wait: Duration,
}

impl Breaker {
    /// A closed one; its name stands in the log when it opens or closes.
    pub fn new(name: &'static str, options: BreakerOptions) -> Self {
        Self { inner: options.build(name), wait: options.wait }
    }

    /// Makes a call, unless the breaker is open. Only what `is_failure` says speaks against the service.
    ///
    /// # Errors
    /// The call's own, or that it was not made.
    pub fn guard<T, E>(
        &self,
        is_failure: impl Fn(&E) -> bool,
        call: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, Unanswered<E>> {
        self.inner.call_with(is_failure, call).map_err(|error| Unanswered::of(error, self.wait))
    }
}

/// For calls that are awaited; its clones are one breaker.
#[derive(Clone, Debug)]
pub struct AsyncBreaker {
    inner: AsyncRecloser,
    wait: Duration,
}

impl AsyncBreaker {
    /// A closed one; its name stands in the log when it opens or closes.
    pub fn new(name: &'static str, options: BreakerOptions) -> Self {
        Self { inner: options.build(name).into(), wait: options.wait }
    }

    /// As [`Breaker::guard`].
    ///
    /// # Errors
    /// The call's own, or that it was not made.
    pub async fn guard<T, E>(
        &self,
        is_failure: impl Fn(&E) -> bool,
        call: impl Future<Output = Result<T, E>>,
    ) -> Result<T, Unanswered<E>> {
        self.inner.call_with(is_failure, call).await.map_err(|error| Unanswered::of(error, self.wait))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn asked(breaker: &Breaker, answer: Result<(), &'static str>) -> Result<(), Unanswered<&'static str>> {
        breaker.guard(|failure| *failure == "down", || answer)
    }

    #[test]
    fn it_opens_when_half_of_the_window_failed_and_says_for_how_long() {
        let breaker = Breaker::new("x", BreakerOptions { window: 4, probes: 1, wait: HOUR });
        for answer in [Ok(()), Err("down"), Ok(()), Err("down")] {
            assert_eq!(asked(&breaker, answer), answer.map_err(Unanswered::Failed));
        }
        assert_eq!(asked(&breaker, Err("down")), Err(Unanswered::Failed("down")));
        assert_eq!(asked(&breaker, Ok(())), Err(Unanswered::LeftAlone(HOUR)));
    }

    #[test]
    fn a_refusal_is_a_sign_of_health_and_a_good_probe_closes_it() {
        let breaker = Breaker::new("x", BreakerOptions { window: 2, probes: 1, wait: Duration::ZERO });
        for _ in 0..9 {
            assert_eq!(asked(&breaker, Err("no such mailbox")), Err(Unanswered::Failed("no such mailbox")));
        }
        for _ in 0..3 {
            assert!(asked(&breaker, Err("down")).is_err());
        }
        while asked(&breaker, Ok(())).is_err() {}
        assert_eq!(asked(&breaker, Ok(())), Ok(()));
    }
}
