//! The id of a request, for the log and error responses.

use actix_web::{HttpMessage, HttpRequest};
use tracing_actix_web::RequestId;

pub fn request_id(request: &HttpRequest) -> String {
    request.extensions().get::<RequestId>().map(ToString::to_string).unwrap_or_default()
}
