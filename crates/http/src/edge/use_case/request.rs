//! The extractor that runs use cases with the checks, limits and threads that the request's route
//! declares.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use application::access::{Activity, Actor};
use application::{Deps, Error};
use ports::store::{Store, with_store};

use super::running::{Outcome, run_in_queue, run_in_thread, run_in_upload_thread, run_on_provider_thread};
use super::session::{identify, read_actor};
use crate::edge::caller::Caller;
use crate::edge::limits::attempts::count_attempt;
use crate::edge::route::{AllowedCallers, AttemptCounting, Call, Runner};
use crate::shared::body::{Body, Visitor};
use crate::shared::error::ApiError;
use crate::state::{AppState, State};

/// A request to a declared route. It runs use cases for the callers whom the route's declaration includes.
///
/// The function of this type that the handler calls decides where the use case runs:
/// - `run`, `run_with`, `read` and the first step of `run_then`: in the request queue, with a
///   connection.
/// - `run_detached`, `run_detached_with` and `run_verified`: on the threads that the route's declaration names.
/// - `run_as_visitor`, `run_as_visitor_with`, `run_next_part`, `read_next_part` and the second step
///   of `run_then`: on a thread outside the request queue.
///
/// Functions whose names start with `run` count an attempt first if the route's declaration says so, except
/// `run_verified` and `run_next_part`. All functions fail with the use case's error, or if the use case takes
/// too long. Functions for logged-in callers also fail with `401` without a valid session, and with `403` for
/// callers whom the route's declaration excludes.
#[derive(Clone)]
pub struct Request {
    /// State that all requests share.
    pub state: State,
    /// The sender of the request.
    pub caller: Caller,
}

impl FromRequest for Request {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, actix_web::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let state = request.app_data::<State>().cloned();
        let state = state.ok_or_else(|| actix_web::error::ErrorInternalServerError("no state"));
        ready(state.map(|state| Self { state, caller: Caller::of(request) }))
    }
}

impl Request {
    /// Runs a use case over the connection on which the session was read.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Deps, &mut dyn Store, &Actor) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.count_attempt().await?;
        run_in_queue(&self.state, &self.caller, move |state, deps, caller| {
            let mut user_id = None;
            let outcome = with_store(&*deps.database, |store| {
                let actor = identify(state, store, caller, &mut user_id)?;
                work(deps, store, &actor)
            });
            outcome.map_err(|error| (error, user_id))
        })
        .await
    }

    /// Runs a use case with the request body, over the connection on which the session was read. The body is
    /// validated only after the caller is authorized.
    ///
    /// # Errors
    /// See [`Request`]. Also fails if the body is invalid.
    pub async fn run_with<B: Send + 'static, T: Send + 'static>(
        &self,
        body: Body<B>,
        work: impl FnOnce(&Deps, &mut dyn Store, &Actor, B) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        let opened =
            self.run(move |deps, store, actor| body.open(actor, |body| work(deps, store, actor, body)));
        opened.await?
    }

    /// Runs a use case in two steps. `fetch` runs over the connection on which the session was read. `finish`
    /// runs without a connection, because work such as rendering a PDF takes longer than reading its data.
    pub async fn run_then<F: Send + 'static, T: Send + 'static>(
        &self,
        fetch: impl FnOnce(&Deps, &mut dyn Store, &Actor) -> Result<F, Error> + Send + 'static,
        finish: impl FnOnce(&Deps, F) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        let fetched = self.run(fetch).await?;
        run_in_thread(&self.state, &self.caller, move |_, deps, _| {
            finish(deps, fetched).map_err(|error| (error, None))
        })
        .await
    }

    /// Reads a further part of a response that is already being sent. `fetch` reads the data. `finish` then
    /// runs without a connection. The caller must still be logged in and have permission. The read neither
    /// renews the session nor counts as another request.
    pub async fn run_next_part<F, T: Send + 'static>(
        &self,
        fetch: impl FnOnce(&Deps, &mut dyn Store, &Actor) -> Result<F, Error> + Send + 'static,
        finish: impl FnOnce(F) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        run_in_thread(&self.state, &self.caller, move |_, deps, caller| {
            let fetched = with_store(&*deps.database, |store| {
                // Step-up authentication was checked when the response started.
                let actor = read_actor(deps, store, caller, Activity::Poll)?;
                caller.authorize(&actor)?;
                fetch(deps, store, &actor)
            });
            fetched.and_then(finish).map_err(|error| (error, None))
        })
        .await
    }

    /// Runs a use case that opens its own connections, on the threads that the route's declaration names. The session
    /// is read over a connection that is released before the use case runs.
    ///
    /// # Errors
    /// See [`Request`]. Also fails with [`Error::GatewayDown`] if too many requests call the provider.
    pub async fn run_detached<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Deps, &Actor) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.count_attempt().await?;
        self.run_as_declared(move |state, deps, caller| {
            let mut user_id = None;
            let actor =
                with_store(&*state.deps.database, |store| identify(state, store, caller, &mut user_id));
            actor.and_then(|actor| work(deps, &actor)).map_err(|error| (error, user_id))
        })
        .await
    }

    /// Runs a use case that opens its own connections, with the request body. The body is validated only after
    /// the caller is authorized.
    ///
    /// # Errors
    /// See [`Request`]. Also fails if the body is invalid.
    pub async fn run_detached_with<B: Send + 'static, T: Send + 'static>(
        &self,
        body: Body<B>,
        work: impl FnOnce(&Deps, &Actor, B) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        let opened = self.run_detached(move |deps, actor| body.open(actor, |body| work(deps, actor, body)));
        opened.await?
    }

    /// Runs a use case that visitors may call.
    pub async fn run_as_visitor<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Deps, &Caller) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.must_allow_visitors()?;
        self.count_attempt().await?;
        run_in_thread(&self.state, &self.caller, move |_, deps, caller| {
            work(deps, caller).map_err(|error| (error, None))
        })
        .await
    }

    /// Runs a use case that visitors may call, with the request body.
    ///
    /// # Errors
    /// See [`Request`]. Also fails if the body is invalid.
    pub async fn run_as_visitor_with<B: Send + 'static, T: Send + 'static>(
        &self,
        body: Body<B, Visitor>,
        work: impl FnOnce(&Deps, &Caller, B) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.must_allow_visitors()?;
        self.count_attempt().await?;
        let body = body.into_result()?;
        run_in_thread(&self.state, &self.caller, move |_, deps, caller| {
            work(deps, caller, body).map_err(|error| (error, None))
        })
        .await
    }

    /// Runs the use case of a webhook whose signature was verified, on the threads that the route's declaration names.
    ///
    /// # Errors
    /// See [`Request`]. Also fails with [`Error::GatewayDown`] if too many requests call the provider.
    pub async fn run_verified<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Deps) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.must_allow_visitors()?;
        self.run_as_declared(move |_, deps, _| work(deps).map_err(|error| (error, None))).await
    }

    /// Returns a copy of the request that runs detached use cases on the threads for provider calls.
    #[must_use]
    pub fn at_provider(&self) -> Self {
        let mut own = self.clone();
        own.caller.call = own.caller.call.map(Call::at_provider);
        own
    }

    /// Runs `work` on the threads that the route's declaration names; without a declared route,
    /// in the request queue.
    async fn run_as_declared<T: Send + 'static>(
        &self,
        work: impl FnOnce(&AppState, &Deps, &Caller) -> Outcome<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        match self.caller.call.map_or(Runner::Queue, |call| call.runner) {
            Runner::Queue => run_in_queue(&self.state, &self.caller, work).await,
            Runner::Thread => run_in_thread(&self.state, &self.caller, work).await,
            Runner::Upload => run_in_upload_thread(&self.state, &self.caller, work).await,
            Runner::Provider => run_on_provider_thread(&self.state, &self.caller, work).await,
        }
    }

    /// Fails with `401` unless the route is declared for [`AllowedCallers::Visitor`]. Without this check, a
    /// handler of another route could run without a session.
    fn must_allow_visitors(&self) -> Result<(), ApiError> {
        match self.caller.call {
            Some(call) if call.callers == AllowedCallers::Visitor => Ok(()),
            _ => Err(ApiError::of(Error::Unauthenticated, &self.caller.request_id)),
        }
    }

    /// Counts the request once as an attempt from its IP address, unless the route is declared
    /// [`AttemptCounting::NotCounted`]. A request without a declared route is counted.
    async fn count_attempt(&self) -> Result<(), ApiError> {
        match self.caller.call.map_or(AttemptCounting::Counted, |call| call.attempts) {
            AttemptCounting::NotCounted => Ok(()),
            AttemptCounting::Counted | AttemptCounting::Login if !self.caller.mark_counted_as_attempt() => {
                Ok(())
            }
            AttemptCounting::Counted | AttemptCounting::Login => {
                count_attempt(&self.state, &self.caller).await
            }
        }
    }
}
