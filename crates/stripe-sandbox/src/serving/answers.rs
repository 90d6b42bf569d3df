//! HTTP responses: their headers and bodies.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde_json::Value;

use crate::call::errors::ApiError;

/// Adds the headers that let pages of any origin call the API, as Stripe does.
pub(crate) fn with_cors(response: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    response
        .insert_header(("Access-Control-Allow-Origin", "*"))
        .insert_header(("Access-Control-Allow-Methods", "GET, POST, OPTIONS"))
        .insert_header(("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key"))
        .insert_header(("Access-Control-Expose-Headers", "Request-Id"))
        .insert_header(("Access-Control-Max-Age", "300"))
        .insert_header(("Cache-Control", "no-cache, no-store"))
}

/// Returns the value of a request header, or `None` if the header is absent or isn't ASCII.
pub(crate) fn header(request: &HttpRequest, name: &str) -> Option<String> {
    request.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

/// Converts the number of an HTTP status. An invalid number becomes 500.
pub(crate) fn convert_status(code: u16) -> StatusCode {
    StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// Finishes a response with this JSON body.
pub(crate) fn json(response: &mut HttpResponseBuilder, body: &Value) -> HttpResponse {
    response.content_type("application/json").body(serde_json::to_string_pretty(body).unwrap_or_default())
}

/// Creates the HTTP response to a control request from its result.
pub(crate) fn control_response(result: Result<Value, ApiError>) -> HttpResponse {
    match result {
        Ok(body) => json(HttpResponse::Ok().insert_header(("Cache-Control", "no-store")), &body),
        Err(error) => error_response(&error),
    }
}

/// Creates the HTTP response for an error, with CORS headers.
pub(crate) fn error_response(error: &ApiError) -> HttpResponse {
    json(with_cors(&mut HttpResponse::build(convert_status(error.status))), &error.body())
}
