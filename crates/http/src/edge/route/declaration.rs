//! The declaration of a route.

use actix_web::http::Method;
use utoipa::openapi::path::HttpMethod;

use super::call::Call;

/// A route: method, path, properties, handler and description.
#[derive(Debug)]
pub struct Route {
    /// The method. A route for `GET` also serves `HEAD`.
    pub method: Method,
    /// The path's pattern, such as `/api/tickets/{id}`.
    pub path: String,
    /// The properties of the call.
    pub call: Call,
    pub(super) handler: Handler,
    #[cfg(feature = "describe")]
    pub(super) description: Option<Description>,
}

/// A function that creates the actix route of a handler, for any method.
pub type Handler = fn() -> actix_web::Route;
/// A function that returns an OpenAPI document with only one route.
#[cfg(feature = "describe")]
pub type Description = fn() -> utoipa::openapi::OpenApi;

impl Route {
    /// Creates a route with the method and the path that the handler's `utoipa::path` states. Use the macro [`route`].
    pub fn of<P: utoipa::Path>(handler: Handler, call: Call) -> Self {
        let method = P::methods().first().map(method_of).unwrap_or_default();
        Self::undescribed(method, &P::path(), handler, call)
    }

    /// Creates a route without a description. The OpenAPI document contains only routes with a description.
    pub fn undescribed(method: Method, path: &str, handler: Handler, call: Call) -> Self {
        Self {
            method,
            path: path.to_owned(),
            call,
            handler,
            #[cfg(feature = "describe")]
            description: None,
        }
    }
}

/// Converts a method of the OpenAPI description to the HTTP library's type.
fn method_of(method: &HttpMethod) -> Method {
    match method {
        HttpMethod::Get => Method::GET,
        HttpMethod::Post => Method::POST,
        HttpMethod::Put => Method::PUT,
        HttpMethod::Patch => Method::PATCH,
        HttpMethod::Delete => Method::DELETE,
        HttpMethod::Options => Method::OPTIONS,
        HttpMethod::Head => Method::HEAD,
        HttpMethod::Trace => Method::TRACE,
    }
}
