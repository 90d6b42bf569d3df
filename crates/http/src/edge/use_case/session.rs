//! Reads the session of a request's caller.

use std::time::Instant;

use application::access::{Activity, Actor, actor_of_loaded_session, authenticate};
use application::{Deps, Error};
use domain::shared::ids::UserId;
use ports::store::{Store, with_store};

use crate::edge::caller::Caller;
use crate::edge::step_up;
use crate::state::AppState;

/// Returns the user of the caller's session; `None` without a valid session. Used for requests that
/// visitors may also make.
pub fn identify_if_any(deps: &Deps, caller: &Caller) -> Result<Option<Actor>, Error> {
    let found = with_store(&*deps.database, |store| {
        let actor = read_actor(deps, store, caller, caller.activity())?;
        check_access(deps, store, caller, &actor)?;
        Ok(actor)
    });
    match found {
        Ok(actor) => Ok(Some(actor)),
        Err(Error::Unauthenticated) => Ok(None),
        Err(other) => Err(other),
    }
}

/// Authenticates the caller, counts the request once toward the caller's rate limit, and checks whether the caller
/// may send the request. Stores the caller's id in `user_id` as soon as it is known, so that the security event
/// about a refusal contains it.
pub(super) fn identify(
    state: &AppState,
    store: &mut dyn Store,
    caller: &Caller,
    user_id: &mut Option<UserId>,
) -> Result<Actor, Error> {
    let actor = find_actor(state, store, caller)?;
    *user_id = Some(actor.id());
    if caller.mark_counted_by_user() {
        state.rate_limits.count_by_user(caller.class, actor.id())?;
    }
    check_access(&state.deps, store, caller, &actor)?;
    Ok(actor)
}

/// Checks that the caller may send the request, and has done the required step-up authentication.
fn check_access(deps: &Deps, store: &mut dyn Store, caller: &Caller, actor: &Actor) -> Result<(), Error> {
    caller.authorize(actor)?;
    step_up::check_step_up(deps, store, caller, actor)
}

/// Returns the user of the caller's session. Read requests may use a driver's cached session. A request that opens a
/// WebSocket always reads the session from the database, because the socket stays open for a long time.
fn find_actor(state: &AppState, store: &mut dyn Store, caller: &Caller) -> Result<Actor, Error> {
    let (deps, activity) = (&state.deps, caller.activity());
    let Some(token) = caller.token.as_deref().filter(|_| caller.is_reading() && !caller.opens_socket())
    else {
        return read_actor(deps, store, caller, activity);
    };
    let hash = deps.tokens.hash(token);
    let lookup = match state.sessions.recall(&hash, Instant::now()) {
        Ok(found) => {
            let (now, address) = (deps.clock.now(), &caller.origin.address);
            if let Some(actor) = actor_of_loaded_session(&deps.sessions, now, found, activity, address) {
                return Ok(actor);
            }
            None
        }
        Err(lookup) => Some(lookup),
    };
    let actor = read_actor(deps, store, caller, activity)?;
    if let Some(lookup) = lookup {
        let found = (actor.session.clone(), actor.user.clone());
        state.sessions.remember(&hash, lookup, found, Instant::now());
    }
    Ok(actor)
}

/// Reads the caller's session from the database, and returns its user. `activity` decides whether
/// the session is renewed.
pub(super) fn read_actor(
    deps: &Deps,
    store: &mut dyn Store,
    caller: &Caller,
    activity: Activity,
) -> Result<Actor, Error> {
    let token = caller.token.as_deref().ok_or(Error::Unauthenticated)?;
    let (hash, now) = (deps.tokens.hash(token), deps.clock.now());
    authenticate(store, &deps.sessions, &deps.last_uses, now, &hash, activity, &caller.origin.address)
}
