//! The description of a route in the OpenAPI document.

use serde_json::{Map, Value};
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder};

use super::call::{AllowedCallers, AllowedSites, AttemptCounting, Call, RequiredAuthentication};
use super::declaration::{Description, Route};
use crate::edge::limits::call_class::RateLimitClass;

/// The name of the session's security scheme in the OpenAPI document.
pub const SESSION: &str = "session";
/// The name of the OpenAPI extension that contains the properties of a call.
const EXTENSION: &str = "x-call";

impl Route {
    /// Sets the route's description.
    pub fn with_description(self, description: Description) -> Self {
        Self { description: Some(description), ..self }
    }

    /// Returns the OpenAPI document that contains only this route; `None` if the route has no
    /// description. The document includes the properties of the call that clients should know.
    pub fn description(&self) -> Option<OpenApi> {
        let mut document = self.description?();
        for operation in document.paths.paths.values_mut().flat_map(operations) {
            if self.call.callers != AllowedCallers::Visitor {
                operation.security = Some(vec![SecurityRequirement::new(SESSION, Vec::<String>::new())]);
            }
            operation.extensions = Some(extension(&self.call));
            add_common_errors(operation, &self.call);
        }
        Some(document)
    }
}

/// Adds the errors that follow from the call's properties and its body. Keeps the descriptions from the handler
/// itself. For `403`, adds the wrong role before the reasons that the handler describes.
fn add_common_errors(operation: &mut Operation, call: &Call) {
    let wrong_role = match call.callers {
        AllowedCallers::Visitor | AllowedCallers::User => None,
        AllowedCallers::DriverOrStaff => Some("Neither a driver nor staff"),
        AllowedCallers::Driver => Some("Not a driver"),
        AllowedCallers::Staff => Some("Not staff"),
        AllowedCallers::StaffOrLawyer => Some("Neither staff nor a lawyer"),
        AllowedCallers::Lawyer => Some("Not an active lawyer"),
    };
    let session = (call.callers != AllowedCallers::Visitor).then_some(("401", "Not logged in"));
    let attempts = (call.attempts != AttemptCounting::NotCounted).then_some(("429", "Too many attempts"));
    let takes_json = matches!(&operation.request_body, Some(RefOr::T(body)) if body.content.contains_key("application/json"));
    let body = [("400", "Not valid JSON"), ("413", "Too large"), ("415", "Not declared as JSON")];
    let body = takes_json.then_some(body).into_iter().flatten();
    // The provider's webhook checks a signature instead of fields, so it never responds with 422.
    let fields = (takes_json && call.sites == AllowedSites::Own).then_some(("422", "Invalid fields"));
    let responses = &mut operation.responses.responses;
    for (status, description) in session.into_iter().chain(attempts).chain(body).chain(fields) {
        responses.entry(status.to_owned()).or_insert_with(|| error_response(description));
    }
    if let Some(role) = wrong_role
        && let RefOr::T(response) = responses.entry("403".to_owned()).or_insert_with(|| error_response(role))
        && !response.description.starts_with(role)
    {
        response.description = format!("{role}. {}", response.description);
    }
}

/// Returns the description of an error response.
fn error_response(description: &str) -> RefOr<Response> {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
    ResponseBuilder::new().description(description).content("application/json", content).build().into()
}

/// Returns the properties of a call as an OpenAPI extension. The extension is one object, because the order of
/// several extensions isn't fixed.
fn extension(call: &Call) -> Extensions {
    let flags = [
        ("beforeSecondFactor", call.proof == RequiredAuthentication::Session),
        ("countsAttempts", call.attempts != AttemptCounting::NotCounted),
        ("stepUp", call.proof == RequiredAuthentication::StepUp),
    ];
    let words = [("callers", callers_name(call.callers)), ("limit", limit_name(call.class))];
    let words = words.map(|(name, word)| (name.to_owned(), Value::from(word)));
    let flags =
        flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, is)| (name.to_owned(), is.into()));
    let properties: Map<String, Value> = words.into_iter().chain(flags).collect();
    Extensions::from_iter([(EXTENSION, properties)])
}

/// Returns the name of these callers in the OpenAPI document.
fn callers_name(callers: AllowedCallers) -> &'static str {
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

/// Returns the name of this class's rate limit in the OpenAPI document.
fn limit_name(class: RateLimitClass) -> &'static str {
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
