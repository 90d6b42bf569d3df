//! The circuit breaker: while most of its answers are failures a service is left alone, so that nobody waits for it.
//!
//! One for all services that Lanewise asks: the payment provider, the mail server, the provider of texts. No type of recloser's
//! leaves this crate.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

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

/// When a call was turned away last; none once one was let through again.
#[derive(Clone, Debug)]
struct TurnedAway {
    at: Arc<Mutex<Option<Instant>>>,
    wait: Duration,
}

impl TurnedAway {
    fn never(wait: Duration) -> Self {
        Self { at: Arc::default(), wait }
    }

    fn note<T, E>(&self, ended: Result<T, Error<E>>) -> Result<T, Unanswered<E>> {
        let is_away = matches!(ended, Err(Error::Rejected));
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = is_away.then(Instant::now);
        ended.map_err(|error| match error {
            Error::Inner(failure) => Unanswered::Failed(failure),
            Error::Rejected => Unanswered::LeftAlone(self.wait),
        })
    }

    /// When nobody has called since, the wait is over by itself.
    fn is_away(&self) -> bool {
        let at = *self.at.lock().unwrap_or_else(PoisonError::into_inner);
        at.is_some_and(|at| at.elapsed() < self.wait)
    }
}

/// For calls that block their thread.
#[derive(Debug)]
pub struct Breaker {
    inner: Recloser,
    turned_away: TurnedAway,
}

impl Breaker {
    /// A closed one; its name stands in the log when it opens or closes.
    pub fn new(name: &'static str, options: BreakerOptions) -> Self {
        Self { inner: options.build(name), turned_away: TurnedAway::never(options.wait) }
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
        self.turned_away.note(self.inner.call_with(is_failure, call))
    }
}

/// For calls that are awaited; its clones are one breaker.
#[derive(Clone, Debug)]
pub struct AsyncBreaker {
    inner: AsyncRecloser,
    turned_away: TurnedAway,
}

impl AsyncBreaker {
    /// A closed one; its name stands in the log when it opens or closes.
    pub fn new(name: &'static str, options: BreakerOptions) -> Self {
        Self { inner: options.build(name).into(), turned_away: TurnedAway::never(options.wait) }
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
        self.turned_away.note(self.inner.call_with(is_failure, call).await)
    }

    /// Whether calls are turned away at this moment, so far as somebody made one.
    pub fn leaves_alone(&self) -> bool {
        self.turned_away.is_away()
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

    #[test]
    fn who_turned_nobody_away_lately_leaves_nobody_alone() {
        let after = |wait: Duration| {
            let turned_away = TurnedAway::never(wait);
            assert!(!turned_away.is_away());
            assert_eq!(turned_away.note::<(), ()>(Err(Error::Rejected)), Err(Unanswered::LeftAlone(wait)));
            turned_away
        };
        assert!(after(HOUR).is_away());
        assert!(!after(Duration::ZERO).is_away(), "the wait is over, also when nobody calls");
        let answered = after(HOUR);
        assert_eq!(answered.note::<(), ()>(Ok(())), Ok(()));
        assert!(!answered.is_away());
        let failed = after(HOUR);
        assert_eq!(failed.note::<(), &str>(Err(Error::Inner("down"))), Err(Unanswered::Failed("down")));
        assert!(!failed.is_away(), "it was asked");
    }
}
