//! Tries that were refused unheard: recorded, and counted against the address that keeps on.

use actix_web::web;
use application::Error;
use application::security::guard;
use domain::security::event::SecurityEventKind;
use domain::shared::ids::UserId;
use ports::shared::secrets::Turn;

use crate::edge::caller::Caller;
use crate::edge::limits::rate_limit::too_many;
use crate::edge::security_events::{record, record_soon};
use crate::shared::error::ApiError;
use crate::state::{AppState, State};

/// Turns a stranger away while no more of them can wait for a password to be hashed: before anything is asked, so that
/// a flood costs no look-up (docs/PRODUCT.md#logins-in-floods).
///
/// # Errors
/// `503 busy`.
pub fn must_have_room(state: &State, caller: &Caller) -> Result<(), ApiError> {
    if state.deps.passwords.is_full(Turn::Stranger) && !state.places.is_known(&caller.origin.address) {
        return Err(ApiError::of(Error::Busy, &caller.request_id));
    }
    Ok(())
}

/// Takes one of the caller's tries at what a password or a mail's link guards.
///
/// # Errors
/// `429` when there is none; it is recorded, and counted.
pub async fn take_login_try(state: &State, caller: &Caller) -> Result<(), ApiError> {
    let limits = &state.rate_limits;
    match limits.tries.take(&limits.counted(&caller.origin.address)) {
        Ok(()) => Ok(()),
        Err(wait) => {
            refused_try_soon(state, caller).await;
            Err(ApiError::of(too_many(wait), &caller.request_id))
        }
    }
}

/// Takes one of a user's downloads.
///
/// # Errors
/// `429` when there is none; it is recorded.
pub async fn take_download(state: &State, caller: &Caller, user: UserId) -> Result<(), ApiError> {
    match state.rate_limits.downloads.take(&user.0) {
        Ok(()) => Ok(()),
        Err(wait) => {
            let (own_state, own) = (state.clone(), caller.clone());
            let record = move || record(&own_state, SecurityEventKind::RateLimited, &own, Some(user));
            let _recorded = web::block(record).await;
            Err(ApiError::of(too_many(wait), &caller.request_id))
        }
    }
}

/// As [`refused_try`], from where nothing may block: what is only counted takes no thread.
pub async fn refused_try_soon(state: &State, caller: &Caller) {
    record_soon(state, SecurityEventKind::RateLimited, caller).await;
    if state.rate_limits.fills_a_failure(&caller.origin.address) {
        let (state, own) = (state.clone(), caller.clone());
        let _climbed = web::block(move || climb(&state, &own)).await;
    }
}

/// A try at a password was refused before it was looked at: recorded, and every tenth one climbs the ladder.
pub fn refused_try(state: &AppState, caller: &Caller, user: Option<UserId>) {
    record(state, SecurityEventKind::RateLimited, caller, user);
    if state.rate_limits.fills_a_failure(&caller.origin.address) {
        climb(state, caller);
    }
}

fn climb(state: &AppState, caller: &Caller) {
    if let Err(error) = guard::tries_refused(&state.deps, &caller.origin) {
        tracing::warn!(%error, "refused tries could not be counted");
    }
}
