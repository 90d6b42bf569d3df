//! The sender of a request, as the request itself describes them.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::USER_AGENT;
use actix_web::{FromRequest, HttpRequest, web};
use application::access::{Activity, Origin};

use crate::edge::address::client_address;
use crate::edge::cookie;
use crate::edge::limits::call_class::Class;
use crate::edge::methods::label;
use crate::edge::settings::Settings;
use crate::shared::path::path_of;
use crate::shared::request_id::request_id;
use crate::shared::resource::RoutePattern;

/// Header that the page sends when its user has been inactive for a minute.
const AWAY: &str = "x-away";

/// Path where WebSockets connect.
const SOCKET: &str = "/ws";

/// Path prefixes that are followed by a secret token. These paths work without a session, and the
/// token is never stored.
const BEFORE_SECRETS: [&str; 2] = ["/calendar/", "/api/unsubscribe/"];

/// The sender of a request, before the session is read.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The session token from the cookie, not verified yet.
    pub token: Option<String>,
    /// Address, path and browser, which security events and the audit trail contain.
    pub origin: Origin,
    /// Class of the request, which decides its rate limit.
    pub class: Class,
    /// Method and route pattern, once a route has matched.
    pub call: Option<(&'static str, &'static str)>,
    /// Whether the page sent the request automatically while the user was inactive. Such requests don't renew
    /// the session.
    pub is_away: bool,
    /// Whether the caller has just changed something. Their reads must then use the primary
    /// database.
    pub has_just_written: bool,
    /// Id of the request, for the log and error responses.
    pub request_id: String,
}

impl Caller {
    /// Reads the sender's data from a request.
    pub fn of(request: &HttpRequest) -> Self {
        let settings = request.app_data::<web::Data<Settings>>();
        Self {
            token: settings.and_then(|settings| cookie::read(request, settings)),
            origin: Origin {
                address: client_address(request, settings.map_or(&[], |settings| &settings.trusted_proxies)),
                path: without_secret(path_of(request)).chars().take(200).collect(),
                user_agent: user_agent(request),
            },
            class: Class::of(request.method(), path_of(request)),
            call: request.app_data::<RoutePattern>().map(|declared| (label(request.method()), declared.0)),
            is_away: request.headers().contains_key(AWAY),
            has_just_written: settings.is_some_and(|settings| cookie::is_writer(request, settings)),
            request_id: request_id(request),
        }
    }
}

impl Caller {
    /// Whether the request only reads data.
    pub fn is_reading(&self) -> bool {
        self.call.is_some_and(|(method, _)| matches!(method, "GET" | "HEAD"))
    }

    /// Whether the request opens a WebSocket, which stays open.
    pub fn opens_socket(&self) -> bool {
        self.call.is_some_and(|(_, path)| path == SOCKET)
    }

    /// Returns the activity that the request counts as. Requests that the page sends while the user is
    /// inactive count as polls.
    pub fn shows(&self, activity: Activity) -> Activity {
        if self.is_away { Activity::Poll } else { activity }
    }
}

fn without_secret(path: &str) -> &str {
    BEFORE_SECRETS.into_iter().find(|before| path.starts_with(before)).unwrap_or(path)
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

#[cfg(test)]
mod tests {
    use actix_web::http::Method;
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn a_request_is_classified_by_its_decoded_path() {
        for (path, class) in [
            ("/api/chat-messages", Class::Message),
            ("/api/chat-m%65ssages", Class::Message),
            ("/%61pi/help-inquiries", Class::Inquiry),
            ("/api/lawyer-cases/7/messages", Class::Message),
            ("/api/lawyer/cases/7/files", Class::Message),
            ("/api/items/ticket/7/files", Class::Message),
            ("/api/lawyer-cases/7/messages/read", Class::Write),
            ("/api/help%2Finquiries", Class::Write),
        ] {
            let request = TestRequest::with_uri(path).method(Method::POST).to_http_request();
            assert_eq!(Caller::of(&request).class, class, "{path}");
        }
        let request = TestRequest::with_uri("/api/%61uthenticate?x").to_http_request();
        assert_eq!(Caller::of(&request).origin.path, "/api/authenticate");
    }

    #[test]
    fn secrets_in_paths_are_not_recorded() {
        for (path, recorded) in [
            ("/calendar/0123abcd.ics", "/calendar/"),
            ("/c%61lendar/0123abcd.ics?x", "/calendar/"),
            ("/api/unsubscribe/0123abcd", "/api/unsubscribe/"),
            ("/calendar", "/calendar"),
        ] {
            let request = TestRequest::with_uri(path).to_http_request();
            assert_eq!(Caller::of(&request).origin.path, recorded, "{path}");
        }
    }
}
