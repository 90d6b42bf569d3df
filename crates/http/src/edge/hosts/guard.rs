//! Refuses requests for unknown host names, against DNS rebinding
//! (docs/product/security.md#host-names).
//!
//! An attacker's page can point its own host name at this server's IP address. The page's scripts could then read our
//! responses, because the browser treats this server as the attacker's site. The requests still have the attacker's
//! name in `Host`. An IP address in `Host` is safe, because an attacker can't redirect an address.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError};

use crate::shared::error::ApiError;
use crate::shared::error_code::ErrorCode;
use crate::shared::request_id::request_id;
use crate::state::State;

/// Refuses unknown host names at the public address, but only in development. In production, the
/// reverse proxy decides which host names it forwards.
pub async fn refuse_unknown_hosts_in_development<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let is_open = request.app_data::<State>().is_some_and(|state| state.settings.answers_any_host);
    if is_open {
        Ok(next.call(request).await?.map_into_left_body())
    } else {
        refuse_unknown_hosts(request, next).await
    }
}

/// Refuses requests for host names that the settings don't list.
pub async fn refuse_unknown_hosts<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let is_known = request
        .app_data::<State>()
        .is_some_and(|state| state.settings.known_hosts.accepts_request(request.request()));
    if is_known {
        return Ok(next.call(request).await?.map_into_left_body());
    }
    let message = "Lanewise doesn’t accept this host name here. Use an IP address, localhost or the host of PUBLIC_URL, \
                   or add the name to ALLOWED_HOSTS.";
    let id = request_id(request.request());
    let refusal = ApiError::new(StatusCode::FORBIDDEN, ErrorCode::UnknownHost, message, &id);
    Ok(request.into_response(refusal.error_response()).map_into_right_body())
}
