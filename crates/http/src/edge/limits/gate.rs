//! Refuses requests from blocked IP addresses, and requests above a rate limit. Neither
//! check reads the database.

use std::time::Duration;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ContentType};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError};
use domain::security::event::SecurityEventKind;
use domain::security::network::{counting_key, is_within};

use crate::edge::address::is_forwarded_by_stranger;
use crate::edge::caller::Caller;
use crate::edge::limits::attempts::record_refused_attempt_async;
use crate::edge::limits::call_class::RateLimitClass;
use crate::edge::limits::rate_limit::too_many_tries_error;
use crate::edge::route::{declared_routes, path_without_secret};
use crate::edge::security_events::record_security_event_async;
use crate::shared::error::ApiError;
use crate::shared::error_code::ErrorCode;
use crate::shared::path::path_of;
use crate::state::{AppState, State};

/// Whether this IP address is blocked. Trusted proxies are never blocked, because that would lock
/// out everyone behind them.
pub fn is_blocked(state: &AppState, address: &str) -> bool {
    state.blocks.is_blocked(&counting_key(address), state.deps.clock.now())
        && !is_within(address, &state.settings.trusted_proxies)
}

/// Refuses requests from blocked addresses with `403`, and requests above the rate limit with `429`. Both are recorded
/// as security events. Health checks are never refused, and requests for the page's static files have no rate limit.
pub async fn refuse_blocked_or_excess_requests<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let caller = Caller::of(request.request());
    let state = request.app_data::<State>().cloned();
    let Some(state) = state.filter(|_| caller.class != RateLimitClass::Health) else {
        return Ok(next.call(request).await?.map_into_left_body());
    };
    if is_forwarded_by_stranger(request.request(), &state.settings.trusted_proxies) {
        state.installation_state.record_unknown_proxy();
    }
    let is_call = may_query_database(request.request());
    let refusal = if is_blocked(&state, &caller.origin.address) {
        record_security_event_async(&state, SecurityEventKind::BlockedRequest, &caller).await;
        if is_call { blocked_call(&caller) } else { blocked_page(&state) }
    } else if is_call && let Err(wait) = count_toward_rate_limit(&state, &caller) {
        if caller.logs_in() {
            record_refused_attempt_async(&state, &caller).await;
        } else {
            record_security_event_async(&state, SecurityEventKind::RateLimited, &caller).await;
        }
        ApiError::of(too_many_tries_error(wait), &caller.request_id).error_response()
    } else {
        return Ok(next.call(request).await?.map_into_left_body());
    };
    Ok(request.into_response(refusal).map_into_right_body())
}

/// Whether the path belongs to a request that may query the database. Requests for the page's static files never do.
/// A document with inline responses counts its calls itself.
fn may_query_database(request: &HttpRequest) -> bool {
    let path = path_of(request);
    path.starts_with("/api/") || declared_routes(request).is_some() || path_without_secret(request) != path
}

/// Counts the request toward its IP address's rate limit. If the limit is reached, returns how long to wait.
fn count_toward_rate_limit(state: &AppState, caller: &Caller) -> Result<(), Duration> {
    state.rate_limits.count_by_address(caller.class, &caller.origin.address)
}

const BLOCKED: &str =
    "We’ve blocked this internet address for now because of unusual activity. The block ends automatically.";

/// Builds the response to an API call from a blocked address.
fn blocked_call(caller: &Caller) -> HttpResponse {
    ApiError::new(StatusCode::FORBIDDEN, ErrorCode::AddressBlocked, BLOCKED, &caller.request_id)
        .error_response()
}

/// Builds the page that blocked callers see. The page must not link to other files, because requests for other
/// files are refused too.
fn blocked_page(state: &AppState) -> HttpResponse {
    let phone = crate::shared::html::escape_html(&state.settings.support_phone);
    let dialled: String =
        state.settings.support_phone.chars().filter(|sign| sign.is_ascii_digit() || *sign == '+').collect();
    HttpResponse::Forbidden()
        .insert_header(ContentType::html())
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>Not available from here - Lanewise</title><style>html{{color-scheme:light dark;\
             background:#f6f8fb;color:#0b1b2b}}a{{color:#1d4ed8}}@media(prefers-color-scheme:dark){{html{{background:#0a1420;\
             color:#e8eef6}}a{{color:#8fb3ff}}}}\
             body{{font:17px/1.45 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}}\
             h1{{font-size:25px;line-height:1.2}}</style>\
             <main><h1>Lanewise is not available from here right now</h1><p>{BLOCKED}</p><p>The activity may have \
             come from someone else on your network. Try another connection, such as your phone’s, or call us at \
             <a href=\"tel:{dialled}\">{phone}</a>. \
             Nothing in your account was lost.</p></main></html>"
        ))
}
