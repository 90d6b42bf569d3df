//! Options of the payment gateway: timeouts, retries and the circuit breaker.

use std::time::Duration;

use breaker::BreakerOptions;

/// Settings of the circuit breaker that all requests to Stripe share.
const BREAKER: BreakerOptions = BreakerOptions { window: 50, probes: 5, wait: Duration::from_secs(5) };

#[derive(Clone, Debug)]
pub struct StripeOptions {
    /// Base URL of the API. `None` means Stripe's own.
    pub api_base: Option<String>,
    /// Timeout for one attempt of a request.
    pub timeout: Duration,
    /// Maximum number of attempts per request.
    pub attempts: usize,
    /// Maximum time for all attempts of a request together.
    pub total: Duration,
    /// Delay before the second attempt. The delay doubles before each further attempt, and has random jitter.
    pub first_retry_delay: Duration,
    pub breaker: BreakerOptions,
}

impl Default for StripeOptions {
    fn default() -> Self {
        Self {
            api_base: None,
            timeout: Duration::from_secs(10),
            attempts: 3,
            total: Duration::from_secs(25),
            first_retry_delay: Duration::from_millis(250),
            breaker: BREAKER,
        }
    }
}
