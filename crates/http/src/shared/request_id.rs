//! The id of a request, as the log and error answers carry it.

use actix_web::{HttpMessage, HttpRequest};
use tracing_actix_web::RequestId;

/// The id of a request.
pub fn request_id(request: &HttpRequest) -> String {
    request.extensions().get::<RequestId>().map(ToString::to_string).unwrap_or_default()
}
