//! Webhooks, which providers authenticate with a signature instead of a session.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use domain::security::event::SecurityEventKind;

use crate::edge::security_events::record_security_event_async;
use crate::edge::use_case::Request;
use crate::shared::error::ApiError;
use crate::shared::error_code::ErrorCode;

/// Returns a webhook's signature from the header `header`. The use case verifies the signature.
///
/// # Errors
/// Fails with `400` if the header is missing, and records a security event.
pub async fn read_signature(http: &HttpRequest, header: &str, request: &Request) -> Result<String, ApiError> {
    let signature = http.headers().get(header).and_then(|value| value.to_str().ok());
    if let Some(signature) = signature {
        return Ok(signature.to_owned());
    }
    record_security_event_async(&request.state, SecurityEventKind::BadWebhookSignature, &request.caller)
        .await;
    let message = "The signature is not valid.";
    let id = &request.caller.request_id;
    Err(ApiError::new(StatusCode::BAD_REQUEST, ErrorCode::BadSignature, message, id))
}
