//! The one way from a request into a use case.

pub mod reading;
mod session;

use std::time::Duration;

use actix_web::web;
use application::access::{Activity, Actor, Origin};
use application::{Deps, Error};
use domain::security::event::SecurityEventKind;
use domain::shared::ids::UserId;
use ports::store::{Store, with_store};

use crate::edge::caller::Caller;
use crate::edge::limits::tries::{refused_try, take_login_try};
use crate::edge::security_events::{guards_password, record};
use crate::edge::use_case::session::{identify, session_of};
use crate::shared::body::{Body, Sender, Visitor};
use crate::shared::error::ApiError;
use crate::state::{AppState, State};

pub use crate::edge::use_case::session::identify_if_any;

/// No request waits longer than this for its use case, whatever hangs below. Connections to a frozen database end before
/// (docs/PRODUCT.md#a-database-that-does-not-answer).
const LONGEST: Duration = Duration::from_secs(9);
/// The same for a use case that asks the payment provider, whose calls alone may take 12 seconds.
const LONGEST_AT_PROVIDER: Duration = Duration::from_secs(25);

/// Makes of a way into a use case the same with the body that the call brings: it is judged after its sender.
macro_rules! with_body {
    ($(#[$about:meta])* $with:ident: $way:ident) => {
        $(#[$about])*
        pub async fn $with<B: Send + 'static, W: Sender, T: Send + 'static>(
            state: &State,
            caller: &Caller,
            body: Body<B, W>,
            work: impl FnOnce(&Deps, &Actor, B) -> Result<T, Error> + Send + 'static,
        ) -> Result<T, ApiError> {
            let opened =
                $way(state, caller, move |deps, actor| body.open(actor, |body| work(deps, actor, body)));
            opened.await?
        }
    };
}

/// Runs a use case that anybody may call, on a thread that may block.
///
/// # Errors
/// The use case's, or that it took too long.
pub async fn as_visitor<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &Caller) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run(state, caller, move |state, caller| work(&state.deps, caller).map_err(|error| (error, None))).await
}

/// As [`as_visitor`], with the body that the call brings.
///
/// # Errors
/// As [`as_visitor`], or what is wrong with the body.
pub async fn as_visitor_with<B: Send + 'static, T: Send + 'static>(
    state: &State,
    caller: &Caller,
    body: Body<B, Visitor>,
    work: impl FnOnce(&Deps, &Caller, B) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    let body = body.read()?;
    as_visitor(state, caller, move |deps, caller| work(deps, caller, body)).await
}

/// Runs a use case for somebody with a session, over the connection that looked the session up.
///
/// # Errors
/// `401` without a valid session, the use case's, or that it took too long.
pub async fn as_user<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &mut dyn Store, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    over_one_connection(state, caller, Activity::Person, work).await
}

/// As [`as_user`], with the body that the call brings: it is judged after its sender.
///
/// # Errors
/// As [`as_user`], or what is wrong with the body.
pub async fn as_user_with<B: Send + 'static, W: Sender, T: Send + 'static>(
    state: &State,
    caller: &Caller,
    body: Body<B, W>,
    work: impl FnOnce(&Deps, &mut dyn Store, &Actor, B) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    let opened = as_user(state, caller, move |deps, store, actor| {
        body.open(actor, |body| work(deps, store, actor, body))
    });
    opened.await?
}

/// As [`as_user`], for what a page asks again and again by itself: it never renews the session.
///
/// # Errors
/// As [`as_user`].
pub async fn as_poller<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &mut dyn Store, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    over_one_connection(state, caller, Activity::Poll, work).await
}

/// As [`as_user`]; what the use case fetched is finished without a connection: to draw a page takes longer than to read for it.
///
/// # Errors
/// As [`as_user`].
pub async fn as_user_then<F: Send + 'static, T: Send + 'static>(
    state: &State,
    caller: &Caller,
    fetch: impl FnOnce(&Deps, &mut dyn Store, &Actor) -> Result<F, Error> + Send + 'static,
    finish: impl FnOnce(&Deps, F) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    let fetched = over_one_connection(state, caller, Activity::Person, fetch).await?;
    run(state, caller, move |state, _| finish(&state.deps, fetched).map_err(|error| (error, None))).await
}

/// Runs a further part of an answer that is being sent: the caller must still be logged in and may still have it. It
/// renews no session, and is no further call.
///
/// # Errors
/// As [`as_user`].
pub async fn as_user_still<F, T: Send + 'static>(
    state: &State,
    caller: &Caller,
    fetch: impl FnOnce(&Deps, &mut dyn Store, &Actor) -> Result<F, Error> + Send + 'static,
    finish: impl FnOnce(F) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run(state, caller, move |state, caller| {
        let deps = &state.deps;
        let fetched = with_store(&*deps.database, |store| {
            // What staff are asked again about was judged when it began.
            let actor = session_of(deps, store, caller, Activity::Poll)?;
            fetch(deps, store, &actor)
        });
        fetched.and_then(finish).map_err(|error| (error, None))
    })
    .await
}

/// Looks the session up and runs the use case over one connection, when it is the caller's turn.
async fn over_one_connection<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    activity: Activity,
    work: impl FnOnce(&Deps, &mut dyn Store, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run_in_turn(state, caller, move |state, caller| {
        let deps = &state.deps;
        let mut who = None;
        let outcome = with_store(&*deps.database, |store| {
            let actor = identify(state, store, caller, activity)?;
            who = Some(actor.id());
            work(deps, store, &actor)
        });
        outcome.map_err(|error| (error, who))
    })
    .await
}

/// Runs a use case for somebody with a session that takes connections of its own, when it is the caller's turn.
///
/// # Errors
/// As [`as_user`].
pub async fn as_user_detached<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run_in_turn(state, caller, move |state, caller| identified(state, caller, &state.deps, work)).await
}

with_body! {
    /// As [`as_user_detached`], with the body that the call brings: it is judged after its sender.
    ///
    /// # Errors
    /// As [`as_user`], or what is wrong with the body.
    as_user_detached_with: as_user_detached
}

/// As [`as_user_detached`], for what works long without a connection, such as a password's hash or a picture's drawing: it is in
/// nobody's way, on a thread that is not counted.
///
/// # Errors
/// As [`as_user`].
pub async fn as_user_at_length<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run(state, caller, move |state, caller| identified(state, caller, &state.deps, work)).await
}

with_body! {
    /// As [`as_user_at_length`], with the body that the call brings: it is judged after its sender.
    ///
    /// # Errors
    /// As [`as_user`], or what is wrong with the body.
    as_user_at_length_with: as_user_at_length
}

/// As [`as_user_at_length_with`], for what a password or a code guards: it takes one of the caller's tries before anything, and
/// is told where the call comes from.
///
/// # Errors
/// As [`as_user`], what is wrong with the body, or that there is no try left.
pub async fn as_user_trying_with<B: Send + 'static, W: Sender, T: Send + 'static>(
    state: &State,
    caller: &Caller,
    body: Body<B, W>,
    work: impl FnOnce(&Deps, &Actor, &Origin, B) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    take_login_try(state, caller).await?;
    let own = caller.origin.clone();
    as_user_at_length_with(state, caller, body, move |deps, actor, body| work(deps, actor, &own, body)).await
}

/// As [`as_user_detached`], for a use case that asks the payment provider: no connection is held while it does, all its calls
/// together end in time, and it runs where nobody else waits (docs/PRODUCT.md#when-the-provider-is-slow).
///
/// # Errors
/// As [`as_user`]; [`Error::GatewayDown`] when too many ask already.
pub async fn as_user_at_provider<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run_at_provider(state, caller, move |state, deps, caller| identified(state, caller, deps, work)).await
}

with_body! {
    /// As [`as_user_at_provider`], with the body that the call brings: it is judged after its sender.
    ///
    /// # Errors
    /// As [`as_user_at_provider`], or what is wrong with the body.
    as_user_at_provider_with: as_user_at_provider
}

/// As [`as_user_at_provider`], for the provider's own calls.
///
/// # Errors
/// The use case's, that too many ask already, or that it took too long.
pub async fn as_visitor_at_provider<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run_at_provider(state, caller, move |_, deps, _| work(deps).map_err(|error| (error, None))).await
}

/// Looks the session up over a connection of its own, and gives that back before the use case begins.
fn identified<T>(
    state: &AppState,
    caller: &Caller,
    deps: &Deps,
    work: impl FnOnce(&Deps, &Actor) -> Result<T, Error>,
) -> Outcome<T> {
    let actor = with_store(&*state.deps.database, |store| identify(state, store, caller, Activity::Person))
        .map_err(|error| (error, None))?;
    work(deps, &actor).map_err(|error| (error, Some(actor.id())))
}

async fn run<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&AppState, &Caller) -> Outcome<T> + Send + 'static,
) -> Result<T, ApiError> {
    let (own_state, own) = (state.clone(), caller.clone());
    let span = tracing::Span::current();
    let job = web::block(move || span.in_scope(|| finished(&own_state, &own, work(&own_state, &own))));
    in_time(LONGEST, job, caller).await
}

/// The same on a thread that has a connection waiting for it, once it is the caller's turn.
async fn run_in_turn<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&AppState, &Caller) -> Outcome<T> + Send + 'static,
) -> Result<T, ApiError> {
    let (own_state, own) = (state.clone(), caller.clone());
    let span = tracing::Span::current();
    let job = state.turns.run(move || span.in_scope(|| finished(&own_state, &own, work(&own_state, &own))));
    let done = async { job.await.unwrap_or_else(|busy| Ok(Err(busy))) };
    in_time(LONGEST, done, caller).await
}

/// The same on the threads of requests that ask the payment provider, with a gateway that ends in time.
async fn run_at_provider<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&AppState, &Deps, &Caller) -> Outcome<T> + Send + 'static,
) -> Result<T, ApiError> {
    let turn = state.provider_calls.turn().await.map_err(|error| ApiError::of(error, &caller.request_id))?;
    let (own_state, own) = (state.clone(), caller.clone());
    let span = tracing::Span::current();
    let job = state.provider_calls.spawn(turn, &state.deps, move |deps| {
        span.in_scope(|| finished(&own_state, &own, work(&own_state, deps, &own)))
    });
    in_time(LONGEST_AT_PROVIDER, job, caller).await
}

/// What a use case comes to; a failure with who called, as far as that is known.
type Outcome<T> = Result<T, (Error, Option<UserId>)>;

/// Forgets what may have been changed, before anybody is told, and records what a failure says of its caller.
fn finished<T>(state: &AppState, caller: &Caller, outcome: Outcome<T>) -> Result<T, Error> {
    if !caller.is_reading() {
        let token = caller.token.as_deref().map(|token| state.deps.tokens.hash(token));
        state.sessions.changed(caller, token.as_ref());
    }
    outcome.map_err(|failed| noted(state, caller, failed))
}

/// Records what a failure says of its caller.
fn noted(state: &AppState, caller: &Caller, (error, who): (Error, Option<UserId>)) -> Error {
    match error {
        Error::BadSignature => record(state, SecurityEventKind::BadWebhookSignature, caller, None),
        Error::Forbidden => record(state, SecurityEventKind::ForbiddenAccess, caller, who),
        Error::TooManyTries { .. } if guards_password(caller) => refused_try(state, caller, who),
        Error::TooManyTries { .. } => record(state, SecurityEventKind::RateLimited, caller, who),
        _ => {}
    }
    error
}

async fn in_time<T, E>(
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
