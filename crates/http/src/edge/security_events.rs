//! Recording of the HTTP layer's security events. During a flood, events are only counted.

use actix_web::web;
use application::{Deps, Error};
use domain::security::event::SecurityEventKind;
use domain::shared::ids::UserId;
use ports::security::trail::SecurityEvent;
use ports::store::with_store;

use crate::edge::caller::Caller;
use crate::state::{AppState, State};

/// Records a security event, or only counts it during a flood. `user_id` is the user of the request, if known.
/// If storing the event fails, the error is logged, and the response doesn't change.
pub fn record_security_event(
    state: &AppState,
    kind: SecurityEventKind,
    caller: &Caller,
    user_id: Option<UserId>,
) {
    store_events(&state.deps, count_event(state, kind, caller, user_id).as_slice());
}

/// Counts a security event. Returns the event that must be stored now; `None` if it is only counted.
fn count_event(
    state: &AppState,
    kind: SecurityEventKind,
    caller: &Caller,
    user_id: Option<UserId>,
) -> Option<SecurityEvent> {
    metrics::counter!("security_events_total", "kind" => kind.as_str()).increment(1);
    state.flood_counter.count(SecurityEvent {
        kind,
        address: caller.origin.address.clone(),
        path: caller.origin.path.clone(),
        user_id,
        times: 1,
        at: state.deps.clock.now(),
    })
}

/// Records a security event in async code, without a user. Uses a blocking thread only to store the event.
pub async fn record_security_event_async(state: &State, kind: SecurityEventKind, caller: &Caller) {
    if let Some(event) = count_event(state, kind, caller, None) {
        let state = state.clone();
        let _stored = web::block(move || store_events(&state.deps, &[event])).await;
    }
}

/// Stores the events that were only counted during a flood. Call this every minute, so that no
/// count stays in memory for long.
pub fn store_counted_events(state: &AppState) {
    store_events(&state.deps, &state.flood_counter.flush(state.deps.clock.now()));
}

/// Stores security events. If the database fails, only logs an error.
fn store_events(deps: &Deps, events: &[SecurityEvent]) {
    if events.is_empty() {
        return;
    }
    let stored = with_store(&*deps.database, |store| {
        events.iter().try_for_each(|event| store.record_security_event(event)).map_err(Error::from)
    });
    if let Err(error) = stored {
        tracing::error!(%error, count = events.len(), "could not store security events");
    }
}
