//! The threads on which use cases run, and the work that follows each use case.

use std::time::Duration;

use actix_web::error::BlockingError;
use actix_web::web;
use application::{Deps, Error};
use domain::security::event::SecurityEventKind;
use domain::shared::ids::UserId;

use crate::edge::caller::Caller;
use crate::edge::limits::attempts::record_refused_attempt;
use crate::edge::security_events::record_security_event;
use crate::shared::error::ApiError;
use crate::state::{AppState, State};

/// Longest time that a request waits for its use case (docs/product/running.md#a-frozen-database).
const LONGEST: Duration = Duration::from_secs(9);
/// Longest time that a request waits for an uploaded file to be scanned, re-encoded and stored.
const MAX_FOR_UPLOAD: Duration = Duration::from_secs(18);
/// Longest time that a request waits for a use case that calls the payment provider.
const MAX_AT_PROVIDER: Duration = Duration::from_secs(25);

/// A use case's outcome. An error also has the caller's user id, if known.
pub(super) type Outcome<T> = Result<T, (Error, Option<UserId>)>;

/// Runs a use case on a thread outside the request queue.
pub(super) async fn run_in_thread<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&AppState, &Deps, &Caller) -> Outcome<T> + Send + 'static,
) -> Result<T, ApiError> {
    within_timeout(LONGEST, run_on_blocking_thread(state, caller, work), caller).await
}

/// Runs a use case on a thread outside the request queue, with more time for an uploaded file.
pub(super) async fn run_in_upload_thread<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&AppState, &Deps, &Caller) -> Outcome<T> + Send + 'static,
) -> Result<T, ApiError> {
    within_timeout(MAX_FOR_UPLOAD, run_on_blocking_thread(state, caller, work), caller).await
}

/// Runs `work` on a thread outside the request queue, without a time limit.
async fn run_on_blocking_thread<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&AppState, &Deps, &Caller) -> Outcome<T> + Send + 'static,
) -> Result<Result<T, Error>, BlockingError> {
    let (own_state, own) = (state.clone(), caller.clone());
    let span = tracing::Span::current();
    let job =
        move || span.in_scope(|| finish_use_case(&own_state, &own, work(&own_state, &own_state.deps, &own)));
    web::block(job).await
}

/// Runs a use case on a thread of the request queue, which has a database connection.
pub(super) async fn run_in_queue<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&AppState, &Deps, &Caller) -> Outcome<T> + Send + 'static,
) -> Result<T, ApiError> {
    let (own_state, own) = (state.clone(), caller.clone());
    let span = tracing::Span::current();
    let job = state.request_queue.run(move || {
        span.in_scope(|| finish_use_case(&own_state, &own, work(&own_state, &own_state.deps, &own)))
    });
    let done = async { job.await.unwrap_or_else(|busy| Ok(Err(busy))) };
    within_timeout(LONGEST, done, caller).await
}

/// Runs a use case on a thread for calls to the payment provider, with one time limit for
/// all of its calls.
pub(super) async fn run_on_provider_thread<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&AppState, &Deps, &Caller) -> Outcome<T> + Send + 'static,
) -> Result<T, ApiError> {
    let slot =
        state.provider_calls.acquire_slot().await.map_err(|error| ApiError::of(error, &caller.request_id))?;
    let (own_state, own) = (state.clone(), caller.clone());
    let span = tracing::Span::current();
    let job = state.provider_calls.spawn(slot, &state.deps, move |deps| {
        span.in_scope(|| finish_use_case(&own_state, &own, work(&own_state, deps, &own)))
    });
    within_timeout(MAX_AT_PROVIDER, job, caller).await
}

/// Clears cached data that the request may have changed, before the caller gets the response. Then records security
/// events for a failure.
fn finish_use_case<T>(state: &AppState, caller: &Caller, outcome: Outcome<T>) -> Result<T, Error> {
    if !caller.is_reading() {
        let token = caller.token.as_deref().map(|token| state.deps.tokens.hash(token));
        state.sessions.invalidate_after_write(caller, token.as_ref());
        state.deps.registers.clear();
    }
    outcome.map_err(|failed| record_suspicious_error(state, caller, failed))
}

/// Records a security event if a use case failed with an error that may be part of an
/// attack. Returns the error.
fn record_suspicious_error(
    state: &AppState,
    caller: &Caller,
    (error, user_id): (Error, Option<UserId>),
) -> Error {
    match error {
        Error::BadSignature => {
            record_security_event(state, SecurityEventKind::BadWebhookSignature, caller, None)
        }
        Error::Forbidden => record_security_event(state, SecurityEventKind::ForbiddenAccess, caller, user_id),
        Error::TooManyTries { .. } if caller.logs_in() => record_refused_attempt(state, caller, user_id),
        Error::TooManyTries { .. } => {
            record_security_event(state, SecurityEventKind::RateLimited, caller, user_id)
        }
        _ => {}
    }
    error
}

/// Waits for `job`, but at most `longest`. Converts the error of `job` to a response.
async fn within_timeout<T, E>(
    longest: Duration,
    job: impl Future<Output = Result<Result<T, Error>, E>>,
    caller: &Caller,
) -> Result<T, ApiError> {
    match tokio::time::timeout(longest, job).await {
        Ok(Ok(outcome)) => outcome.map_err(|error| ApiError::of(error, &caller.request_id)),
        Ok(Err(_)) => Err(ApiError::of(Error::defect("a use case panicked"), &caller.request_id)),
        Err(_) => Err(ApiError::too_slow(&caller.request_id)),
    }
}
