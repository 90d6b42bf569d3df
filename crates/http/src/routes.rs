//! All routes, collected from the features' modules, and the page at all other paths.

mod inline_responses;
#[cfg(all(test, feature = "describe"))]
mod tests;

use std::sync::LazyLock;

use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, ResponseError, web};
use application::Error;

use crate::edge::cookie;
use crate::edge::live::handshake;
use crate::edge::route::{AllowedCallers, Call, Route, RouteTable};
use crate::shared::error::{ApiError, HandlerResult};
use crate::shared::error_code::ErrorCode;
use crate::shared::path::path_of;
use crate::shared::request_id::request_id;
use crate::state::State;
use crate::{
    accounts, back_office, driving_record, help, imports, legal_help, notices, openapi, operations, payments,
    requests, security, sources, staff,
};

/// Returns the routes at the public address.
pub fn table() -> &'static RouteTable {
    static TABLE: LazyLock<RouteTable> =
        LazyLock::new(|| RouteTable::new(described_routes().chain(undescribed_routes()).collect()));
    &TABLE
}

/// Returns the routes at the operators' address, where the server checks neither callers nor limits. The viewer of the
/// OpenAPI document is registered separately.
pub fn operators_table() -> &'static RouteTable {
    static TABLE: LazyLock<RouteTable> = LazyLock::new(|| {
        let show = || web::to(operations::routes::show_metrics);
        let metrics = Route::undescribed(Method::GET, "/metrics", show, Call::read(AllowedCallers::Visitor));
        RouteTable::new(openapi::routes().into_iter().chain([metrics]).collect())
    });
    &TABLE
}

/// Returns the routes that the OpenAPI document describes.
fn described_routes() -> impl Iterator<Item = Route> {
    [
        accounts::lists::routes(),
        accounts::routes::auth::routes(),
        accounts::routes::account::routes(),
        accounts::routes::own_data::routes(),
        accounts::routes::users::routes(),
        accounts::routes::verification::routes(),
        accounts::routes::second_factor::routes(),
        driving_record::routes::items::routes(),
        driving_record::routes::added::routes(),
        payments::routes::payments::routes(),
        legal_help::routes::routes(),
        legal_help::cases::routes::routes(),
        legal_help::lawyers::routes::routes(),
        legal_help::lawyers::photo_routes::routes(),
        legal_help::statements::routes::routes(),
        legal_help::statements::own_routes::routes(),
        help::routes::routes(),
        help::staff_routes::routes(),
        payments::routes::receipts::routes(),
        payments::routes::my_file::routes(),
        driving_record::routes::appearances::routes(),
        driving_record::routes::calendar::routes(),
        driving_record::routes::options::routes(),
        driving_record::routes::files::routes(),
        driving_record::routes::contest_letters::routes(),
        requests::routes::routes(),
        requests::hardship::routes::routes(),
        legal_help::lists::routes(),
        payments::lists::routes(),
        help::lists::routes(),
        requests::lists::routes(),
        back_office::routes::queues::routes(),
        payments::routes::attention::routes(),
        payments::routes::billed_again::routes(),
        payments::routes::proofs::routes(),
        payments::routes::authorities::routes(),
        payments::routes::remittances::routes(),
        payments::routes::books::routes(),
        payments::routes::chargebacks::routes(),
        payments::routes::refunds::routes(),
        back_office::routes::notes::routes(),
        back_office::routes::overview::routes(),
        back_office::routes::desk::routes(),
        back_office::routes::exports::routes(),
        back_office::routes::timeline::routes(),
        security::routes::routes(),
        security::csp_reports::routes(),
        imports::routes::routes(),
        imports::waiting::routes(),
        imports::plate_reviews::routes(),
        sources::routes::routes(),
        staff::routes::routes(),
        notices::reminders::routes(),
        notices::outside::routes(),
        operations::routes::routes(),
        openapi::routes(),
    ]
    .into_iter()
    .flatten()
}

/// Returns the routes that the OpenAPI document doesn't describe.
fn undescribed_routes() -> impl Iterator<Item = Route> {
    let open = || web::to(handshake::open_socket);
    [Route::undescribed(Method::GET, "/ws", open, Call::socket(AllowedCallers::User))].into_iter()
}

/// Serves the page and its static files, except at paths for programs.
pub async fn page(request: HttpRequest, state: State) -> HandlerResult {
    let not_found = || ApiError::of(Error::NotFound, &request_id(&request));
    let path = path_of(&request);
    // Programs request these paths, and must not get the page as a response. `/metrics` exists only
    // at the operators' address.
    let is_for_programs = path == "/metrics"
        || path == "/api"
        || path.starts_with("/api/")
        || path.starts_with("/ws")
        || path.starts_with("/.well-known/");
    if is_for_programs {
        return Err(not_found());
    }
    if request.method() != Method::GET {
        let message = "Only GET and HEAD requests can open a page.";
        let id = request_id(&request);
        let error = ApiError::new(StatusCode::METHOD_NOT_ALLOWED, ErrorCode::MethodNotAllowed, message, &id);
        let mut answer = error.error_response();
        answer.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return Ok(answer);
    }
    let is_visitor = cookie::session_token(&request, &state.settings).is_none();
    if !is_visitor && let Some(document) = inline_responses::respond(&request, &state).await {
        return Ok(document);
    }
    state.assets.load().find_response(&request, is_visitor).ok_or_else(not_found)
}
