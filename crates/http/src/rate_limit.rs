//! How often one address may try what a password or a mail's link guards, and one user may download their data: `429` with
//! `Retry-After` beyond.

use std::num::NonZeroU32;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::web;
use domain::ids::UserId;
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

/// Downloads that a user has at once.
const DOWNLOADS: NonZeroU32 = NonZeroU32::new(3).unwrap();
/// One more comes back after this.
const DOWNLOAD_REFILL: Duration = Duration::from_secs(600);

/// Limits by address, and by user.
pub struct RateLimits {
    logins: Option<DefaultKeyedRateLimiter<String>>,
    downloads: Option<DefaultKeyedRateLimiter<i32>>,
}

impl RateLimits {
    /// The usual limits, or none (for load tests, never in production).
    pub fn new(on: bool) -> Self {
        let quota =
            |refill, burst| Quota::with_period(refill).filter(|_| on).map(|quota| quota.allow_burst(burst));
        Self {
            logins: quota(REFILL, BURST).map(DefaultKeyedRateLimiter::keyed),
            downloads: quota(DOWNLOAD_REFILL, DOWNLOADS).map(DefaultKeyedRateLimiter::keyed),
        }
    }

    /// Forgets addresses that have all their tries back.
    pub fn tidy(&self) {
        if let Some(limiter) = &self.logins {
            limiter.retain_recent();
        }
        if let Some(limiter) = &self.downloads {
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
    let wait = refusal.wait_time_from(DefaultClock::default().now());
    Err(too_many(state, caller, None, wait).await)
}

/// Takes one of a user's downloads.
///
/// # Errors
/// `429` when there is none; it is recorded.
pub async fn take_download(state: &State, caller: &Caller, user: UserId) -> Result<(), ApiError> {
    let Some(limiter) = &state.rate_limits.downloads else { return Ok(()) };
    let Err(refusal) = limiter.check_key(&user.0) else { return Ok(()) };
    let wait = refusal.wait_time_from(DefaultClock::default().now());
    Err(too_many(state, caller, Some(user), wait).await)
}

async fn too_many(state: &State, caller: &Caller, user: Option<UserId>, wait: Duration) -> ApiError {
    let seconds = wait.as_secs() + 1;
    let (deps, own) = (state.deps.clone(), caller.clone());
    let _recorded = web::block(move || record(&deps, SecurityEventKind::RateLimited, &own, user)).await;
    let message = format!("Too many tries. Please wait {seconds} seconds.");
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message, &caller.request_id)
        .retry_after(seconds)
}
