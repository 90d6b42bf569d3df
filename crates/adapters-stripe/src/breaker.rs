//! The circuit breaker: while most of its answers are failures the provider is not asked, so that nobody waits for it.

use std::time::Duration;

use recloser::{AsyncRecloser, Error, Recloser};

use crate::failures::Failure;

/// When the breaker opens, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct BreakerOptions {
    /// It opens when half of this many tries in a row have failed.
    pub window: usize,
    /// So long nothing is asked then; after it a few tries decide whether it closes.
    pub wait: Duration,
}

impl Default for BreakerOptions {
    fn default() -> Self {
        Self { window: 50, wait: Duration::from_secs(5) }
    }
}

/// So many tries decide whether it closes again.
const PROBES: usize = 5;

/// One for all calls to the provider.
#[derive(Clone, Debug)]
pub(crate) struct Breaker {
    inner: AsyncRecloser,
    wait: Duration,
}

impl Breaker {
    pub(crate) fn new(options: BreakerOptions) -> Self {
        let recloser = Recloser::custom()
            .name("payment provider")
            .closed_len(options.window)
            .half_open_len(PROBES)
            .error_rate(0.5)
            .open_wait(options.wait)
            .build();
        Self { inner: recloser.into(), wait: options.wait }
    }

    /// Makes a try, unless the breaker is open. A final answer, also a refusal, is a sign of health.
    pub(crate) async fn guard<T>(
        &self,
        made: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        match self.inner.call_with(|failure: &Failure| !failure.is_final(), made).await {
            Ok(answer) => Ok(answer),
            Err(Error::Inner(failure)) => Err(failure),
            Err(Error::Rejected) => Err(Failure::NotAsked(self.wait)),
        }
    }
}
