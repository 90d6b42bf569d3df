//! Functions with which request handlers run use cases.

pub mod reading;
mod session;

use std::time::Duration;

use actix_web::error::BlockingError;
use actix_web::web;
use application::access::{Activity, Actor, Origin};
use application::{Deps, Error};
use domain::security::event::SecurityEventKind;
use domain::shared::ids::UserId;
use ports::store::{Store, with_store};

use crate::edge::caller::Caller;
use crate::edge::limits::tries::{refused_try, take_login_try};
use crate::edge::security_events::record;
use crate::edge::use_case::session::{identify, session_of};
use crate::shared::body::{Body, BodySender, Visitor};
use crate::shared::error::ApiError;
use crate::state::{AppState, State};

pub use crate::edge::use_case::session::identify_if_any;

/// Longest time that a request waits for its use case. Connections to a frozen database are closed
/// earlier (docs/product/running.md#a-frozen-database).
const LONGEST: Duration = Duration::from_secs(9);
/// Longest time that a request waits for an uploaded file to be scanned, re-encoded and stored. A scan alone may take 14
/// seconds.
const MAX_FOR_UPLOAD: Duration = Duration::from_secs(18);
/// Longest time that a request waits for a use case that calls the payment provider. The provider
/// calls alone may take 12 seconds.
const MAX_AT_PROVIDER: Duration = Duration::from_secs(25);

/// Defines a variant of a function that also takes the request body. The body is validated only
/// after the caller is authenticated.
macro_rules! with_body {
    ($(#[$about:meta])* $with:ident: $way:ident) => {
        $(#[$about])*
        pub async fn $with<B: Send + 'static, W: BodySender, T: Send + 'static>(
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

/// Runs a use case that visitors may call. It runs on a blocking thread.
///
/// # Errors
/// Fails with the use case's error, or if it takes too long.
pub async fn as_visitor<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &Caller) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run(state, caller, move |state, caller| work(&state.deps, caller).map_err(|error| (error, None))).await
}

/// Does the same as [`as_visitor`] with the request body.
///
/// # Errors
/// The same as [`as_visitor`], or the body is invalid.
pub async fn as_visitor_with<B: Send + 'static, T: Send + 'static>(
    state: &State,
    caller: &Caller,
    body: Body<B, Visitor>,
    work: impl FnOnce(&Deps, &Caller, B) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    let body = body.read()?;
    as_visitor(state, caller, move |deps, caller| work(deps, caller, body)).await
}

/// Runs a use case for a logged-in caller. The use case uses the connection over which the session was read.
///
/// # Errors
/// Fails with `401` without a valid session, with the use case's error, or if it takes too long.
pub async fn as_user<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &mut dyn Store, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    over_one_connection(state, caller, work).await
}

/// Does the same as [`as_user`] with the request body. The body is validated only after the caller
/// is authenticated.
///
/// # Errors
/// The same as [`as_user`], or the body is invalid.
pub async fn as_user_with<B: Send + 'static, W: BodySender, T: Send + 'static>(
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

/// Does the same as [`as_user`] in two steps. The second step, `finish`, holds no connection,
/// because rendering a PDF takes longer than reading its data.
///
/// # Errors
/// The same as [`as_user`].
pub async fn as_user_then<F: Send + 'static, T: Send + 'static>(
    state: &State,
    caller: &Caller,
    fetch: impl FnOnce(&Deps, &mut dyn Store, &Actor) -> Result<F, Error> + Send + 'static,
    finish: impl FnOnce(&Deps, F) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    let fetched = over_one_connection(state, caller, fetch).await?;
    run(state, caller, move |state, _| finish(&state.deps, fetched).map_err(|error| (error, None))).await
}

/// Reads a further part of a response that is already being sent. The caller must still be logged
/// in and have permission. The read neither renews the session nor counts as another request.
///
/// # Errors
/// The same as [`as_user`].
pub async fn as_user_still<F, T: Send + 'static>(
    state: &State,
    caller: &Caller,
    fetch: impl FnOnce(&Deps, &mut dyn Store, &Actor) -> Result<F, Error> + Send + 'static,
    finish: impl FnOnce(F) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run(state, caller, move |state, caller| {
        let deps = &state.deps;
        let fetched = with_store(&*deps.database, |store| {
            // Step-up authentication was checked when the response started.
            let actor = session_of(deps, store, caller, Activity::Poll)?;
            caller.authorize(&actor)?;
            fetch(deps, store, &actor)
        });
        fetched.and_then(finish).map_err(|error| (error, None))
    })
    .await
}

/// Waits for a thread, then reads the session and runs the use case on one connection.
async fn over_one_connection<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &mut dyn Store, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run_in_queue(state, caller, move |state, caller| {
        let deps = &state.deps;
        let mut who = None;
        let outcome = with_store(&*deps.database, |store| {
            let actor = identify(state, store, caller, &mut who)?;
            work(deps, store, &actor)
        });
        outcome.map_err(|error| (error, who))
    })
    .await
}

/// Runs a use case that opens its own connections, for a logged-in caller. It first waits for a
/// thread.
///
/// # Errors
/// The same as [`as_user`].
pub async fn as_user_detached<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run_in_queue(state, caller, move |state, caller| run_as_actor(state, caller, &state.deps, work)).await
}

with_body! {
    /// Does the same as [`as_user_detached`] with the request body. The body is validated only
    /// after the caller is authenticated.
    ///
    /// # Errors
    /// The same as [`as_user`], or the body is invalid.
    as_user_detached_with: as_user_detached
}

/// Does the same as [`as_user_detached`] for long work without a connection, such as hashing a
/// password or re-encoding an image. It runs on a thread outside the queue, so that it doesn't
/// delay other requests.
///
/// # Errors
/// The same as [`as_user`].
pub async fn as_user_at_length<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run(state, caller, move |state, caller| run_as_actor(state, caller, &state.deps, work)).await
}

/// Does the same as [`as_user_at_length`] for a file that was uploaded. It may take longer.
///
/// # Errors
/// The same as [`as_user`].
pub async fn as_user_uploading<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    let work = move |state: &AppState, caller: &Caller| run_as_actor(state, caller, &state.deps, work);
    in_time(MAX_FOR_UPLOAD, spawn(state, caller, work), caller).await
}

with_body! {
    /// Does the same as [`as_user_at_length`] with the request body. The body is validated only
    /// after the caller is authenticated.
    ///
    /// # Errors
    /// The same as [`as_user`], or the body is invalid.
    as_user_at_length_with: as_user_at_length
}

/// Does the same as [`as_user_at_length_with`] for requests that check a password or code. It first counts an
/// attempt of the caller. `work` also gets the origin of the request.
///
/// # Errors
/// The same as [`as_user`]; an invalid body; or no attempts left.
pub async fn as_user_trying_with<B: Send + 'static, W: BodySender, T: Send + 'static>(
    state: &State,
    caller: &Caller,
    body: Body<B, W>,
    work: impl FnOnce(&Deps, &Actor, &Origin, B) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    take_login_try(state, caller).await?;
    let own = caller.origin.clone();
    as_user_at_length_with(state, caller, body, move |deps, actor, body| work(deps, actor, &own, body)).await
}

/// Does the same as [`as_user_detached`] for a use case that calls the payment provider
/// (docs/product/payments.md#when-the-provider-is-slow). It runs on the threads for provider calls,
/// holds no connection during those calls, and has one time limit for all of them.
///
/// # Errors
/// The same as [`as_user`], or [`Error::GatewayDown`] if too many requests call the provider.
pub async fn as_user_at_provider<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run_at_provider(state, caller, move |state, deps, caller| run_as_actor(state, caller, deps, work)).await
}

with_body! {
    /// Does the same as [`as_user_at_provider`] with the request body. The body is validated only
    /// after the caller is authenticated.
    ///
    /// # Errors
    /// The same as [`as_user_at_provider`], or the body is invalid.
    as_user_at_provider_with: as_user_at_provider
}

/// Does the same as [`as_user_at_provider`] for webhook requests from the provider.
///
/// # Errors
/// Fails with the use case's error, if too many requests call the provider, or if it takes too
/// long.
pub async fn as_visitor_at_provider<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run_at_provider(state, caller, move |_, deps, _| work(deps).map_err(|error| (error, None))).await
}

/// Reads the session over a connection that is released before the use case starts.
fn run_as_actor<T>(
    state: &AppState,
    caller: &Caller,
    deps: &Deps,
    work: impl FnOnce(&Deps, &Actor) -> Result<T, Error>,
) -> Outcome<T> {
    let mut who = None;
    let actor = with_store(&*state.deps.database, |store| identify(state, store, caller, &mut who));
    actor.and_then(|actor| work(deps, &actor)).map_err(|error| (error, who))
}

async fn run<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&AppState, &Caller) -> Outcome<T> + Send + 'static,
) -> Result<T, ApiError> {
    in_time(LONGEST, spawn(state, caller, work), caller).await
}

/// Runs a use case on a blocking thread.
async fn spawn<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&AppState, &Caller) -> Outcome<T> + Send + 'static,
) -> Result<Result<T, Error>, BlockingError> {
    let (own_state, own) = (state.clone(), caller.clone());
    let span = tracing::Span::current();
    web::block(move || span.in_scope(|| finished(&own_state, &own, work(&own_state, &own)))).await
}

/// Does the same as [`run`] on a thread of the queue, which has a connection.
async fn run_in_queue<T: Send + 'static>(
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

/// Does the same as [`run`] on a thread for provider calls, with a client that has a time limit.
async fn run_at_provider<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&AppState, &Deps, &Caller) -> Outcome<T> + Send + 'static,
) -> Result<T, ApiError> {
    let turn =
        state.provider_calls.acquire_slot().await.map_err(|error| ApiError::of(error, &caller.request_id))?;
    let (own_state, own) = (state.clone(), caller.clone());
    let span = tracing::Span::current();
    let job = state.provider_calls.spawn(turn, &state.deps, move |deps| {
        span.in_scope(|| finished(&own_state, &own, work(&own_state, deps, &own)))
    });
    in_time(MAX_AT_PROVIDER, job, caller).await
}

/// A use case's outcome. An error also has the caller's id, if it is known.
type Outcome<T> = Result<T, (Error, Option<UserId>)>;

/// Removes cached sessions that the request may have changed, before the caller gets the response.
/// Then records security events for a failure.
fn finished<T>(state: &AppState, caller: &Caller, outcome: Outcome<T>) -> Result<T, Error> {
    if !caller.is_reading() {
        let token = caller.token.as_deref().map(|token| state.deps.tokens.hash(token));
        state.sessions.changed(caller, token.as_ref());
    }
    outcome.map_err(|failed| record_failure(state, caller, failed))
}

/// Records security events for a failure.
fn record_failure(state: &AppState, caller: &Caller, (error, who): (Error, Option<UserId>)) -> Error {
    match error {
        Error::BadSignature => record(state, SecurityEventKind::BadWebhookSignature, caller, None),
        Error::Forbidden => record(state, SecurityEventKind::ForbiddenAccess, caller, who),
        Error::TooManyTries { .. } if caller.logs_in() => refused_try(state, caller, who),
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
