//! Read-only use cases, which use a replica if there is one: lists, exports, figures and timelines
//! (docs/product/running.md#replica).

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::Data;
use application::Deps;
use application::access::{Activity, Actor};
use domain::security::environment::ReplicaState;
use ports::store::{Store, with_replica, with_store};

use crate::edge::caller::Caller;
use crate::edge::cookie;
use crate::edge::settings::Settings;
use crate::edge::use_case::request::Request;
use crate::edge::use_case::running::{Outcome, run_in_queue, run_in_thread};
use crate::edge::use_case::session::{identify, read_actor};
use crate::shared::error::ApiError;
use crate::state::AppState;

impl Request {
    /// Runs a read-only use case on the replica, if there is one. `authorize` decides which data the caller may
    /// read, and `fetch` reads the data. If an SQL statement fails on the replica, `fetch` runs again on the
    /// primary. A caller who has just changed something reads from the primary.
    pub async fn read<A: Send + 'static, T: Send + 'static>(
        &self,
        authorize: impl FnOnce(&Actor) -> Result<A, application::Error> + Send + 'static,
        fetch: impl Fn(&Deps, &mut dyn Store, &Actor, &A) -> Result<T, application::Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        run_in_queue(&self.state, &self.caller, move |state, _, caller| {
            read_in_queue(state, caller, authorize, fetch)
        })
        .await
    }

    /// Reads a further part of a response that is already being sent. `fetch` reads from the
    /// replica if there is one, or from the primary for a caller who has just changed something.
    /// `finish` then runs without a database connection.
    pub async fn read_next_part<F, T: Send + 'static>(
        &self,
        fetch: impl Fn(&mut dyn Store, &Actor) -> Result<F, application::Error> + Send + 'static,
        finish: impl FnOnce(F) -> Result<T, application::Error> + Send + 'static,
    ) -> Result<T, ApiError> {
        run_in_thread(&self.state, &self.caller, move |_, deps, caller| {
            // Step-up authentication was checked when the response started.
            let actor = with_store(&*deps.database, |store| {
                let actor = read_actor(deps, store, caller, Activity::Poll)?;
                caller.authorize(&actor).map(|()| actor)
            });
            let fetched = actor.and_then(|actor| {
                let read = |store: &mut dyn Store| fetch(store, &actor);
                if caller.has_just_written {
                    with_store(&*deps.database, read)
                } else {
                    with_replica(&*deps.database, read)
                }
            });
            fetched.and_then(finish).map_err(|error| (error, None))
        })
        .await
    }
}

/// Does the work of [`Request::read`] on a thread of the request queue.
fn read_in_queue<A, T>(
    state: &AppState,
    caller: &Caller,
    authorize: impl FnOnce(&Actor) -> Result<A, application::Error>,
    fetch: impl Fn(&Deps, &mut dyn Store, &Actor, &A) -> Result<T, application::Error>,
) -> Outcome<T> {
    let deps = &state.deps;
    let mut user_id = None;
    let lookup = with_store(&*deps.database, |store| {
        // The session is read from the primary, because a replica that lags behind can still have an ended session.
        let actor = identify(state, store, caller, &mut user_id)?;
        let request = authorize(&actor)?;
        if caller.has_just_written || deps.database.replica() == ReplicaState::None {
            return fetch(deps, store, &actor, &request).map(ReadStep::Read);
        }
        Ok(ReadStep::Authorized(Box::new(actor), request))
    });
    let found = lookup.and_then(|lookup| match lookup {
        ReadStep::Read(found) => Ok(found),
        ReadStep::Authorized(actor, request) => {
            with_replica(&*deps.database, |store| fetch(deps, store, &actor, &request))
        }
    });
    found.map_err(|error| (error, user_id))
}

enum ReadStep<A, T> {
    /// The data was read from the primary.
    Read(T),
    /// The caller is authorized for the request, and the connection over which the session was read has been released.
    Authorized(Box<Actor>, A),
}

/// Sets a cookie in the responses to writes. The caller's reads then use the primary for a while, because a
/// replica may lag behind.
pub async fn mark_writers<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let is_writing = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let settings = request.app_data::<Data<Settings>>().filter(|_| is_writing).cloned();
    let mut answer = next.call(request).await?;
    if let Some(settings) = settings
        && let Some(cookie) = cookie::writer_cookie(&settings)
    {
        // The cookie is set even after an error, because the request may have changed something before it
        // failed.
        answer.response_mut().add_cookie(&cookie)?;
    }
    Ok(answer)
}
