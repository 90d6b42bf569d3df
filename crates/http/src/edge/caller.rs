//! Data about the sender of a request, read from the request itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::http::header::USER_AGENT;
use actix_web::{HttpRequest, web};
use application::Error;
use application::access::{Activity, Actor, Origin};

use crate::edge::address::client_address;
use crate::edge::cookie;
use crate::edge::limits::call_class::RateLimitClass;
use crate::edge::route::{AttemptCounting, Call, CallOrigin, Change, declared_routes, path_without_secret};
use crate::edge::settings::Settings;
use crate::shared::request_id::request_id;

/// Header that the page sends while its user is inactive.
const AWAY: &str = "x-away";

/// The sender of a request, before the session is read.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The session token from the cookie, not verified yet; `None` without a cookie.
    pub token: Option<String>,
    /// The client's address, the requested path, and the browser.
    pub origin: Origin,
    /// Class of the request, which decides its rate limit.
    pub class: RateLimitClass,
    /// The properties of the declared route, if the method and path match one.
    pub call: Option<Call>,
    /// Whether the page sent the request while its user was inactive. The request then doesn't renew the session.
    pub is_away: bool,
    /// Whether the caller has just changed something, so that reads must use the primary database.
    pub has_just_written: bool,
    /// Id of the request, for the log and error responses.
    pub request_id: String,
    /// The limits toward which the request was already counted, so that a request with several
    /// use cases counts once.
    counted: Arc<RateLimitFlags>,
}

/// The limits toward which a request was already counted: its user's rate limit, and the limit of
/// attempts (for example to enter a password).
#[derive(Debug, Default)]
struct RateLimitFlags {
    by_user: AtomicBool,
    as_attempt: AtomicBool,
}

impl Caller {
    /// Reads the data about a request's sender. The session token isn't verified.
    pub fn of(request: &HttpRequest) -> Self {
        let settings = request.app_data::<web::Data<Settings>>();
        let route = declared_routes(request).and_then(|path| path.route(request.method()));
        let call = route.map(|route| route.call);
        Self {
            token: settings.and_then(|settings| cookie::session_token(request, settings)),
            origin: Origin {
                address: client_address(request, settings.map_or(&[], |settings| &settings.trusted_proxies)),
                path: path_without_secret(request).chars().take(200).collect(),
                user_agent: user_agent(request),
            },
            class: call.map_or_else(|| RateLimitClass::of_undeclared(request.method()), |call| call.class),
            call,
            is_away: request.headers().contains_key(AWAY),
            has_just_written: settings.is_some_and(|settings| cookie::has_just_written(request, settings)),
            request_id: request_id(request),
            counted: Arc::default(),
        }
    }
}

impl Caller {
    /// Returns the sender of a call that the server makes in place of the page, while it responds to this request.
    /// The call counts separately toward the limits.
    pub fn into_call(self, call: Call, path: &str) -> Self {
        Self {
            origin: Origin { path: path.to_owned(), ..self.origin },
            class: call.class,
            call: Some(call),
            counted: Arc::default(),
            ..self
        }
    }

    /// Marks the request as counted toward its user's rate limit. Returns whether it wasn't marked before.
    pub fn mark_counted_by_user(&self) -> bool {
        !self.counted.by_user.swap(true, Ordering::Relaxed)
    }

    /// Marks the request as counted as an attempt, for example to enter a password. Returns whether
    /// it wasn't marked before.
    pub fn mark_counted_as_attempt(&self) -> bool {
        !self.counted.as_attempt.swap(true, Ordering::Relaxed)
    }

    /// Whether the request only reads data.
    pub fn is_reading(&self) -> bool {
        self.call.is_some_and(|call| call.change == Change::Nothing)
    }

    /// Whether the request opens a WebSocket, which stays open.
    pub fn opens_socket(&self) -> bool {
        self.call.is_some_and(|call| call.origin == CallOrigin::Socket)
    }

    /// Whether the request is a login attempt.
    pub fn logs_in(&self) -> bool {
        self.call.is_some_and(|call| call.attempts == AttemptCounting::Login)
    }

    /// Checks whether the caller may send the request (docs/product/everywhere.md#who-may-see-what).
    ///
    /// # Errors
    /// [`Error::Forbidden`] if the caller may not send the request, or if the request has no declared route.
    pub fn authorize(&self, actor: &Actor) -> Result<(), Error> {
        self.call.map_or(Err(Error::Forbidden), |call| call.callers.authorize(actor))
    }

    /// Returns whether the request counts as a person's activity, which renews the session, or as a
    /// poll. Requests without a declared route, and requests that the page sends while the user is
    /// inactive, count as polls.
    pub fn activity(&self) -> Activity {
        match self.call {
            Some(call) if !self.is_away => call.activity(),
            _ => Activity::Poll,
        }
    }
}

/// Returns the `User-Agent` header, cut to 300 characters. `None` if it is missing or not readable text.
fn user_agent(request: &HttpRequest) -> Option<String> {
    let text = request.headers().get(USER_AGENT)?.to_str().ok()?;
    Some(text.chars().take(300).collect())
}
