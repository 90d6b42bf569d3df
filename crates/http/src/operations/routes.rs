//! What operators and the page ask of the server itself.

use std::net::IpAddr;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};

use crate::edge::caller::Caller;
use crate::edge::headers::asks_for_privacy;
use crate::edge::use_case::as_visitor;
use crate::operations::dto::ConfigDto;
use crate::shared::empty::Empty;
use crate::shared::error::{ApiError, ErrorBody};
use crate::shared::resource::resource;
use crate::state::State;

/// The routes.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(resource("/api/config", "GET").route(web::get().to(show_config)))
        .service(resource("/healthz", "GET").route(web::get().to(healthz)))
        .service(resource("/readyz", "GET").route(web::get().to(readyz)))
        .service(resource("/metrics", "GET").route(web::get().to(metrics)));
}

/// What the page must know of the server.
#[utoipa::path(get, path = "/api/config", tag = "operations", responses(
    (status = 200, description = "Settings", body = ConfigDto),
))]
pub async fn show_config(state: State, request: HttpRequest) -> HttpResponse {
    let mut config = ConfigDto::new(&state.settings, &state.deps.legal_help);
    if asks_for_privacy(request.headers()) {
        config.pixel_id = None;
    }
    HttpResponse::Ok().json(config)
}

/// The process lives.
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200, description = "Alive", body = Empty)))]
pub async fn healthz() -> HttpResponse {
    HttpResponse::Ok().json(Empty {})
}

/// The database answers, with this build's schema.
#[utoipa::path(get, path = "/readyz", tag = "operations", responses(
    (status = 200, description = "Ready", body = Empty),
    (status = 503, description = "Not ready", body = ErrorBody),
))]
pub async fn readyz(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    as_visitor(&state, &caller, |deps, _| Ok(deps.database.check()?)).await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Counters in Prometheus' text form, for callers on this machine or in its private network.
#[utoipa::path(get, path = "/metrics", tag = "operations", responses(
    (status = 200, description = "Counters", body = String, content_type = "text/plain"),
    (status = 403, description = "From outside", body = ErrorBody),
))]
pub async fn metrics(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    if !caller.origin.address.parse().is_ok_and(is_inside) {
        let message = "Metrics are shown on private networks only.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "forbidden", message, &caller.request_id));
    }
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(state.metrics.render()))
}

fn is_inside(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
    }
}
