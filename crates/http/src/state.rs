//! What every request needs, and the one way from a request into a use case.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web;
use application::Deps;
use application::Error;
use application::access::{Activity, Actor, authenticate};
use application::security::panel::Surroundings;
use domain::security::event::SecurityEventKind;
use domain::shared::ids::UserId;
use ipnet::IpNet;
use metrics_exporter_prometheus::PrometheusHandle;
use ports::security::trail::SecurityEvent;
use ports::store::{Store, with_store};

use crate::edge::assets::Assets;
use crate::edge::blocks::Blocks;
use crate::edge::caller::Caller;
use crate::edge::flood_counter::Tally;
use crate::edge::rate_limit::{RateLimits, refused_try};
use crate::help::chat::hub::Hub;
use crate::notices::routes::ReadMails;
use crate::shared::error::ApiError;

/// Settings of the HTTP edge.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where browsers find Lanewise, such as `https://lanewise.example`; no slash at the end.
    pub public_url: String,
    /// Proxies whose `X-Forwarded-For` counts (docs/PRODUCT.md#client-address).
    pub trusted_proxies: Vec<IpNet>,
    /// Shown to drivers.
    pub support_phone: String,
    /// Mail can be sent.
    pub can_mail: bool,
    /// Advertising pixel, when switched on.
    pub pixel_id: Option<String>,
    /// The payment provider's publishable key.
    pub publishable_key: String,
    /// Where the page loads the provider's script from.
    pub stripe_js_url: String,
    /// Payments are not real.
    pub test_mode: bool,
}

impl Settings {
    /// Whether browsers come by https: decides the cookie's name and flags.
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

/// Shared by all requests.
pub struct AppState {
    /// The ports.
    pub deps: Deps,
    /// Settings.
    pub settings: Settings,
    /// Who listens to which chat.
    pub chat: Hub,
    /// Limits of calls by address and by user.
    pub rate_limits: RateLimits,
    /// Addresses that get no answer.
    pub blocks: Blocks,
    /// Security events that come in floods.
    pub tally: Tally,
    /// How Lanewise is run.
    pub surroundings: Surroundings,
    /// The page's files.
    pub assets: Assets,
    /// Reads the mails that development keeps instead of sending them.
    pub dev_mail: Option<ReadMails>,
    /// Renders `/metrics`.
    pub metrics: PrometheusHandle,
}

/// No request waits longer than this for its use case, whatever hangs below.
const OUTER_TIMEOUT: Duration = Duration::from_secs(40);

/// As actix shares it.
pub type State = web::Data<AppState>;

impl AppState {
    /// Shares the state.
    pub fn shared(self) -> State {
        web::Data::from(Arc::new(self))
    }
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

async fn over_one_connection<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    activity: Activity,
    work: impl FnOnce(&Deps, &mut dyn Store, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run(state, caller, move |state, caller| {
        let deps = &state.deps;
        let mut who = None;
        with_store(&*deps.database, |store| {
            let actor = identify(state, store, caller, activity)?;
            who = Some(actor.id());
            work(deps, store, &actor)
        })
        .map_err(|error| (error, who))
    })
    .await
}

/// Runs a use case for somebody with a session that takes connections of its own: it talks to the payment provider
/// in between, with none held.
///
/// # Errors
/// As [`as_user`].
pub async fn as_user_detached<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&Deps, &Actor) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    run(state, caller, move |state, caller| {
        let deps = &state.deps;
        let actor = with_store(&*deps.database, |store| identify(state, store, caller, Activity::Person))
            .map_err(|error| (error, None))?;
        work(deps, &actor).map_err(|error| (error, Some(actor.id())))
    })
    .await
}

/// The caller's session, if there is a valid one; for calls that visitors may make too.
///
/// # Errors
/// Only the database's.
pub fn identify_if_any(deps: &Deps, caller: &Caller) -> Result<Option<Actor>, Error> {
    match with_store(&*deps.database, |store| look_up(deps, store, caller, Activity::Person)) {
        Ok(actor) => Ok(Some(actor)),
        Err(Error::Unauthenticated) => Ok(None),
        Err(other) => Err(other),
    }
}

/// Who calls, and one call less for them.
fn identify(
    state: &AppState,
    store: &mut dyn Store,
    caller: &Caller,
    activity: Activity,
) -> Result<Actor, Error> {
    let actor = look_up(&state.deps, store, caller, activity)?;
    state.rate_limits.take_by_user(caller.class, actor.id())?;
    Ok(actor)
}

fn look_up(deps: &Deps, store: &mut dyn Store, caller: &Caller, activity: Activity) -> Result<Actor, Error> {
    let token = caller.token.as_deref().ok_or(Error::Unauthenticated)?;
    let (hash, now) = (deps.tokens.hash(token), deps.clock.now());
    authenticate(store, &deps.sessions, now, &hash, activity, &caller.origin.address)
}

async fn run<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    work: impl FnOnce(&AppState, &Caller) -> Result<T, (Error, Option<UserId>)> + Send + 'static,
) -> Result<T, ApiError> {
    let (state, own) = (state.clone(), caller.clone());
    let span = tracing::Span::current();
    let job = web::block(move || {
        span.in_scope(|| {
            work(&state, &own).map_err(|(error, who)| {
                match error {
                    Error::BadSignature => record(&state, SecurityEventKind::BadWebhookSignature, &own, None),
                    Error::Forbidden => record(&state, SecurityEventKind::ForbiddenAccess, &own, who),
                    Error::TooManyTries { .. } if guards_password(&own) => refused_try(&state, &own, who),
                    Error::TooManyTries { .. } => record(&state, SecurityEventKind::RateLimited, &own, who),
                    _ => {}
                }
                error
            })
        })
    });
    match tokio::time::timeout(OUTER_TIMEOUT, job).await {
        Ok(Ok(outcome)) => outcome.map_err(|error| ApiError::of(error, &caller.request_id)),
        Ok(Err(_)) => Err(ApiError::of(Error::defect("a use case panicked"), &caller.request_id)),
        Err(_) => Err(ApiError::too_slow(&caller.request_id)),
    }
}

/// Whether a call tries a password on an account that the caller says is theirs.
pub fn guards_password(caller: &Caller) -> bool {
    caller.origin.path == "/api/authenticate"
}

/// Records a security event, or counts it within a flood; failing to is logged, and does not change the answer.
pub fn record(state: &AppState, kind: SecurityEventKind, caller: &Caller, user_id: Option<UserId>) {
    store_events(&state.deps, noted(state, kind, caller, user_id).as_slice());
}

fn noted(
    state: &AppState,
    kind: SecurityEventKind,
    caller: &Caller,
    user_id: Option<UserId>,
) -> Option<SecurityEvent> {
    state.tally.note(SecurityEvent {
        kind,
        address: caller.origin.address.clone(),
        path: caller.origin.path.clone(),
        user_id,
        times: 1,
        at: state.deps.clock.now(),
    })
}

/// As [`record`], from where nothing may block: what is only counted takes no thread.
pub async fn record_soon(state: &State, kind: SecurityEventKind, caller: &Caller) {
    if let Some(event) = noted(state, kind, caller, None) {
        let state = state.clone();
        let _stored = web::block(move || store_events(&state.deps, &[event])).await;
    }
}

/// Writes down what was counted. To be called every minute.
pub fn record_counted(state: &AppState) {
    store_events(&state.deps, &state.tally.flush(state.deps.clock.now()));
}

fn store_events(deps: &Deps, events: &[SecurityEvent]) {
    if events.is_empty() {
        return;
    }
    let stored = with_store(&*deps.database, |store| {
        events.iter().try_for_each(|event| store.security_event(event)).map_err(Error::from)
    });
    if let Err(error) = stored {
        tracing::error!(%error, count = events.len(), "security events could not be stored");
    }
}
