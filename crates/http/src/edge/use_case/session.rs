//! Reads the session of a request's caller.

use std::time::Instant;

use application::access::{Activity, Actor, authenticate, recheck};
use application::{Deps, Error};
use ports::store::{Store, with_store};

use crate::edge::caller::Caller;
use crate::edge::lawyer_calls::check_lawyer;
use crate::edge::step_up;
use crate::state::AppState;

/// Returns the caller with a valid session, if there is one. Requests that visitors may also make
/// use this.
pub fn identify_if_any(deps: &Deps, caller: &Caller) -> Result<Option<Actor>, Error> {
    match with_store(&*deps.database, |store| look_up(deps, store, caller, Activity::Person)) {
        Ok(actor) => Ok(Some(actor)),
        Err(Error::Unauthenticated) => Ok(None),
        Err(other) => Err(other),
    }
}

/// Authenticates the caller and counts the request toward the caller's rate limit.
pub(super) fn identify(
    state: &AppState,
    store: &mut dyn Store,
    caller: &Caller,
    activity: Activity,
) -> Result<Actor, Error> {
    let actor = actor_from_cache(state, store, caller, activity)?;
    state.rate_limits.take_by_user(caller.class, actor.id())?;
    Ok(actor)
}

fn look_up(deps: &Deps, store: &mut dyn Store, caller: &Caller, activity: Activity) -> Result<Actor, Error> {
    let actor = session_of(deps, store, caller, activity)?;
    check_lawyer(caller, &actor)?;
    step_up::check_step_up(deps, store, caller, &actor)?;
    Ok(actor)
}

/// Does the same as [`look_up`], but read requests may use a driver's cached session. A request that opens a
/// WebSocket always reads the session from the database, because the socket stays open for a long time.
fn actor_from_cache(
    state: &AppState,
    store: &mut dyn Store,
    caller: &Caller,
    activity: Activity,
) -> Result<Actor, Error> {
    let deps = &state.deps;
    let Some(token) = caller.token.as_deref().filter(|_| caller.is_reading() && !caller.opens_socket())
    else {
        return look_up(deps, store, caller, activity);
    };
    let hash = deps.tokens.hash(token);
    let lookup = match state.sessions.recall(&hash, Instant::now()) {
        Ok(found) => {
            let (now, address) = (deps.clock.now(), &caller.origin.address);
            if let Some(actor) = recheck(&deps.sessions, now, found, caller.shows(activity), address) {
                return Ok(actor);
            }
            None
        }
        Err(lookup) => Some(lookup),
    };
    let actor = look_up(deps, store, caller, activity)?;
    if let Some(lookup) = lookup {
        let found = (actor.session.clone(), actor.user.clone());
        state.sessions.remember(&hash, lookup, found, Instant::now());
    }
    Ok(actor)
}

pub(super) fn session_of(
    deps: &Deps,
    store: &mut dyn Store,
    caller: &Caller,
    activity: Activity,
) -> Result<Actor, Error> {
    let token = caller.token.as_deref().ok_or(Error::Unauthenticated)?;
    let (hash, now) = (deps.tokens.hash(token), deps.clock.now());
    authenticate(
        store,
        &deps.sessions,
        &deps.last_uses,
        now,
        &hash,
        caller.shows(activity),
        &caller.origin.address,
    )
}
