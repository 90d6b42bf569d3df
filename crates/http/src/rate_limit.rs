//! How often one address may try to log in or sign up: `429` with `Retry-After` beyond.

use std::num::NonZeroU32;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::web;
use domain::security::SecurityEventKind;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::caller::Caller;
use crate::error::ApiError;
use crate::state::{State, record};

/// Tries that an address has at once.
const BURST: NonZeroU32 = NonZeroU32::new(10).unwrap();
/// One more try comes back after this.
const REFILL: Duration = Duration::from_secs(6);

/// Limits by address.
pub struct RateLimits {
    logins: Option<DefaultKeyedRateLimiter<String>>,
}

impl RateLimits {
    /// The usual limits, or none (for load tests, never in production).
    pub fn new(on: bool) -> Self {
        let quota = Quota::with_period(REFILL).map(|quota| quota.allow_burst(BURST));
        Self { logins: quota.filter(|_| on).map(DefaultKeyedRateLimiter::keyed) }
    }

    /// Forgets addresses that have all their tries back.
    pub fn tidy(&self) {
        if let Some(limiter) = &self.logins {
            limiter.retain_recent();
        }
    }
}

/// Takes one of the caller's tries.
///
/// # Errors
/// `429` when there is none; it is recorded.
pub async fn take_login_try(state: &State, caller: &Caller) -> Result<(), ApiError> {
    let Some(limiter) = &state.rate_limits.logins else { return Ok(()) };
    let Err(refusal) = limiter.check_key(&caller.origin.address) else { return Ok(()) };
    let seconds = refusal.wait_time_from(DefaultClock::default().now()).as_secs() + 1;
    let (deps, own) = (state.deps.clone(), caller.clone());
    let _recorded = web::block(move || record(&deps, SecurityEventKind::RateLimited, &own, None)).await;
    let message = format!("Too many tries. Please wait {seconds} seconds.");
    Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message, &caller.request_id)
        .retry_after(seconds))
}
