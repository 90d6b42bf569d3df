//! The declaration of a route.

use actix_web::http::Method;
use serde_json::{Map, Value};
use utoipa::openapi::OpenApi;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::SecurityRequirement;

use super::call::{AllowedCallers, AttemptCounting, Call, RequiredAuthentication};
use crate::edge::limits::call_class::RateLimitClass;

/// The name of the session's security scheme in the OpenAPI document.
pub const SESSION: &str = "session";
/// The name of the extension of the OpenAPI document that has the properties of a call.
const EXTENSION: &str = "x-call";

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
    description: Option<Description>,
}

/// Creates the actix route for a handler, for any method.
pub type Handler = fn() -> actix_web::Route;
/// Returns an OpenAPI document that contains only the route.
pub type Description = fn() -> OpenApi;

impl Route {
    /// Creates a route with the method and the path of its description. Use the macro [`route`].
    pub fn described(description: Description, handler: Handler, call: Call) -> Self {
        let (path, item) = description().paths.paths.pop_first().unwrap_or_default();
        Self { method: method_of(&item), path, call, handler, description: Some(description) }
    }

    /// Creates a route that the OpenAPI document doesn't contain.
    pub fn undescribed(method: Method, path: &str, handler: Handler, call: Call) -> Self {
        Self { method, path: path.to_owned(), call, handler, description: None }
    }

    /// Returns the OpenAPI document that contains only this route, if it is described. The document has the properties
    /// of the call that clients should know.
    pub fn description(&self) -> Option<OpenApi> {
        let mut document = self.description?();
        for operation in document.paths.paths.values_mut().flat_map(operations) {
            if self.call.callers != AllowedCallers::Visitor {
                operation.security = Some(vec![SecurityRequirement::new(SESSION, Vec::<String>::new())]);
            }
            operation.extensions = Some(extension(&self.call));
        }
        Some(document)
    }
}

/// Returns the properties of a call as an OpenAPI extension. The extension is one object, because the order of
/// several extensions isn't fixed.
fn extension(call: &Call) -> Extensions {
    let flags = [
        ("beforeSecondFactor", call.proof == RequiredAuthentication::Session),
        ("countsAttempts", call.attempts != AttemptCounting::NotCounted),
        ("stepUp", call.proof == RequiredAuthentication::StepUp),
    ];
    let words = [("callers", callers(call.callers)), ("limit", limit(call.class))];
    let words = words.map(|(name, word)| (name.to_owned(), Value::from(word)));
    let flags =
        flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, is)| (name.to_owned(), is.into()));
    let properties: Map<String, Value> = words.into_iter().chain(flags).collect();
    Extensions::from_iter([(EXTENSION, properties)])
}

fn callers(callers: AllowedCallers) -> &'static str {
    match callers {
        AllowedCallers::Visitor => "everyone",
        AllowedCallers::User => "user",
        AllowedCallers::DriverOrStaff => "driver-or-staff",
        AllowedCallers::Driver => "driver",
        AllowedCallers::Staff => "staff",
        AllowedCallers::StaffOrLawyer => "staff-or-lawyer",
        AllowedCallers::Lawyer => "lawyer",
    }
}

fn limit(class: RateLimitClass) -> &'static str {
    match class {
        RateLimitClass::Read => "read",
        RateLimitClass::Poll => "poll",
        RateLimitClass::Write => "write",
        RateLimitClass::Message => "message",
        RateLimitClass::Inquiry => "inquiry",
        RateLimitClass::Document => "document",
        RateLimitClass::Health => "none",
    }
}

/// Returns the operations of a path in the OpenAPI document.
pub fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, post, put, patch, delete, .. } = item;
    [get, post, put, patch, delete].into_iter().flatten()
}

fn method_of(item: &PathItem) -> Method {
    let methods = [
        (&item.get, Method::GET),
        (&item.post, Method::POST),
        (&item.put, Method::PUT),
        (&item.patch, Method::PATCH),
        (&item.delete, Method::DELETE),
    ];
    methods.into_iter().find_map(|(operation, method)| operation.as_ref().map(|_| method)).unwrap_or_default()
}
