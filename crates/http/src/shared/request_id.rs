//! The id of a request, for the log and error responses.

use actix_web::{HttpMessage, HttpRequest};
use tracing_actix_web::RequestId;

/// Returns the request's id; an empty string if the request has none.
pub fn request_id(request: &HttpRequest) -> String {
    request.extensions().get::<RequestId>().map(ToString::to_string).unwrap_or_default()
}
