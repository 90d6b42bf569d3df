//! Limits of attempts to enter a password or a code or to use an emailed link. Refused attempts are recorded as
//! security events and count toward login throttling.

use actix_web::web;
use application::Error;
use application::security::guard;
use domain::security::event::SecurityEventKind;
use domain::shared::ids::UserId;
use ports::shared::secrets::HashPriority;

use crate::edge::caller::Caller;
use crate::edge::limits::rate_limit::too_many_tries_error;
use crate::edge::security_events::{record_security_event, record_security_event_async};
use crate::shared::error::ApiError;
use crate::state::{AppState, State};

/// Refuses a login or sign-up from an unknown address while the queue for hashing passwords is full. The check
/// needs no database query, so a flood of logins costs little (docs/product/security.md#floods-of-logins).
pub fn check_room_for_login(state: &State, caller: &Caller) -> Result<(), ApiError> {
    if state.deps.passwords.is_full(HashPriority::Stranger)
        && !state.known_addresses.is_known(&caller.origin.address)
    {
        return Err(ApiError::of(Error::Busy, &caller.request_id));
    }
    Ok(())
}

/// Counts one of the caller's attempts to enter a password or a code, or to use an emailed link.
///
/// # Errors
/// `429` if the limit is reached. The refusal is recorded. Every tenth refusal for an address
/// counts toward login throttling.
pub async fn count_attempt(state: &State, caller: &Caller) -> Result<(), ApiError> {
    let limits = &state.rate_limits;
    match limits.attempts.count_request(&limits.rate_limit_keys(&caller.origin.address)) {
        Ok(()) => Ok(()),
        Err(wait) => {
            record_refused_attempt_async(state, caller).await;
            Err(ApiError::of(too_many_tries_error(wait), &caller.request_id))
        }
    }
}

/// Records, in async code, that a rate limit refused an attempt whose user isn't known. Uses
/// blocking threads only for database writes.
pub async fn record_refused_attempt_async(state: &State, caller: &Caller) {
    record_security_event_async(state, SecurityEventKind::RateLimited, caller).await;
    if state.rate_limits.count_refused_attempt(&caller.origin.address) {
        let (state, own) = (state.clone(), caller.clone());
        let _result = web::block(move || count_failed_login(&state, &own)).await;
    }
}

/// Records that a rate limit refused an attempt before its password, code or link was checked. Every tenth
/// refused attempt from an IP address counts as a failed login.
pub fn record_refused_attempt(state: &AppState, caller: &Caller, user: Option<UserId>) {
    record_security_event(state, SecurityEventKind::RateLimited, caller, user);
    if state.rate_limits.count_refused_attempt(&caller.origin.address) {
        count_failed_login(state, caller);
    }
}

/// Counts one failed login for the caller's address. If the database fails, only logs a warning.
fn count_failed_login(state: &AppState, caller: &Caller) {
    if let Err(error) = guard::record_failure_for_refused_attempts(&state.deps, &caller.origin) {
        tracing::warn!(%error, "could not count refused login attempts");
    }
}
