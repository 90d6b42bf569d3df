//! Requests about the server itself.

use std::time::Instant;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use application::Error;
use chrono::SecondsFormat;
use ports::shared::store_error::StoreError;
use tracing::Instrument;

use crate::edge::headers::requests_privacy;
use crate::edge::limits::call_class::RateLimitClass;
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::operations::dto::ConfigDto;
use crate::shared::empty::Empty;
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};
use crate::shared::error_code::ErrorCode;
use crate::state::State;

pub fn routes() -> Vec<Route> {
    vec![
        route!(show_config, Call::read(AllowedCallers::Visitor)),
        route!(healthz, Call::read(AllowedCallers::Visitor).class(RateLimitClass::Health)),
        route!(readyz, Call::read(AllowedCallers::Visitor).class(RateLimitClass::Health)),
        route!(security_txt, Call::read(AllowedCallers::Visitor)),
    ]
}

/// Returns the settings that the page needs.
#[utoipa::path(get, path = "/api/config", tag = "operations", responses(
    (status = 200, description = "The settings", body = ConfigDto),
))]
pub(crate) async fn show_config(state: State, request: HttpRequest) -> HttpResponse {
    let mut config = ConfigDto::new(&state.settings, &state.deps.legal_help);
    if requests_privacy(request.headers()) {
        config.pixel_id = None;
    }
    HttpResponse::Ok().json(config)
}

/// Responds to a liveness check, which always succeeds.
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200, description = "The process is alive", body = Empty)))]
async fn healthz() -> HttpResponse {
    HttpResponse::Ok().json(Empty {})
}

/// Responds to a readiness check. The process is ready if it isn't shutting down, and if the database is reachable
/// and has this build's schema.
#[utoipa::path(get, path = "/readyz", tag = "operations", responses(
    (status = 200, description = "Ready", body = Empty),
    (status = 503, description = "Not ready", body = ErrorBody),
))]
async fn readyz(request: Request) -> HandlerResult {
    if request.state.shutdown.has_begun() {
        let message = "Lanewise is restarting. Please try again.";
        return Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::Stopping,
            message,
            &request.caller.request_id,
        ));
    }
    let (own, id) = (request.clone(), request.caller.request_id.clone());
    let check = async move { own.run_as_visitor(|deps, _| Ok(deps.database.check()?)).await };
    let found = request.state.readiness.recent_result(Instant::now(), check.in_current_span()).await;
    let found = found.unwrap_or_else(|| {
        let late = StoreError::Unavailable("the database did not respond in time".into());
        Err(ApiError::of(late.into(), &id))
    });
    found.map_err(|error| error.with_request_id(&id))?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Returns the contact for security reports (RFC 9116). Responds with 404 if no contact is configured or
/// the contact has expired.
#[utoipa::path(get, path = "/.well-known/security.txt", tag = "operations", responses(
    (status = 200, description = "The contact for security reports (RFC 9116)", body = String, content_type = "text/plain"),
    (status = 404, description = "No contact is set, or it has expired", body = ErrorBody),
))]
async fn security_txt(request: Request) -> HandlerResult {
    let contact = request.state.settings.security_contact.as_ref();
    let contact = contact.filter(|contact| contact.expires > request.state.deps.clock.now());
    let contact = contact.ok_or_else(|| ApiError::of(Error::NotFound, &request.caller.request_id))?;
    let (address, expires) = (&contact.address, contact.expires.to_rfc3339_opts(SecondsFormat::Secs, true));
    let here = &request.state.settings.public_url;
    let text = format!(
        "Contact: {address}\nExpires: {expires}\nPreferred-Languages: en\nCanonical: {here}/.well-known/security.txt\n"
    );
    Ok(HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(text))
}

/// Returns the metrics in the Prometheus text format. Only the operators' address serves them.
pub async fn show_metrics(state: State) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(state.metrics.render())
}
