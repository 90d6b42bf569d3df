//! Who asks, as far as the request itself tells.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::USER_AGENT;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use application::access::Origin;
use tracing_actix_web::RequestId;

use crate::edge::address::client_address;
use crate::edge::cookie;
use crate::edge::rate_limit::Class;
use crate::state::State;

/// A request's sender.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The session token from the cookie, not checked yet.
    pub token: Option<String>,
    /// Address, path and browser.
    pub origin: Origin,
    /// What the call is, to its limits.
    pub class: Class,
    /// In the log, and in error answers.
    pub request_id: String,
}

impl Caller {
    /// Reads it off a request.
    pub fn of(request: &HttpRequest) -> Self {
        let settings = request.app_data::<State>().map(|state| &state.settings);
        Self {
            token: settings.and_then(|settings| cookie::read(request, settings)),
            origin: Origin {
                address: client_address(request, settings.map_or(&[], |settings| &settings.trusted_proxies)),
                path: request.path().chars().take(200).collect(),
                user_agent: user_agent(request),
            },
            class: Class::of(request.method(), request.path()),
            request_id: request_id(request),
        }
    }
}

/// The id of a request.
pub fn request_id(request: &HttpRequest) -> String {
    request.extensions().get::<RequestId>().map(ToString::to_string).unwrap_or_default()
}

fn user_agent(request: &HttpRequest) -> Option<String> {
    let text = request.headers().get(USER_AGENT)?.to_str().ok()?;
    Some(text.chars().take(300).collect())
}

impl FromRequest for Caller {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}
