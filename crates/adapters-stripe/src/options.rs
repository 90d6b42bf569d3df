//! How the gateway calls: for how long, how often, and when not at all.

use std::time::Duration;

use breaker::BreakerOptions;

/// All calls share it.
const BREAKER: BreakerOptions = BreakerOptions { window: 50, probes: 5, wait: Duration::from_secs(5) };

/// How the gateway calls.
#[derive(Clone, Debug)]
pub struct StripeOptions {
    /// The provider's address; Stripe's own when absent.
    pub api_base: Option<String>,
    /// How long one try may take.
    pub timeout: Duration,
    /// How often a call is tried.
    pub attempts: usize,
    /// How long all tries of a call may take.
    pub total: Duration,
    /// The wait before the second try; it doubles from there, with some chance in it.
    pub first_wait: Duration,
    /// When it is not asked at all.
    pub breaker: BreakerOptions,
}

impl Default for StripeOptions {
    fn default() -> Self {
        Self {
            api_base: None,
            timeout: Duration::from_secs(10),
            attempts: 3,
            total: Duration::from_secs(25),
            first_wait: Duration::from_millis(250),
            breaker: BREAKER,
        }
    }
}
