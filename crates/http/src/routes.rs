//! All API routes, registered room by room. Each handler parses its body, runs one use case and
//! builds the response.

use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};
use application::Error;

use crate::edge::cookie;
use crate::shared::error::ApiError;
use crate::shared::error_code::ErrorCode;
use crate::shared::path::path_of;
use crate::shared::request_id::request_id;
use crate::state::State;

/// Registers all API routes. Any other path serves the page.
pub fn configure(config: &mut web::ServiceConfig) {
    crate::accounts::routes::auth::configure(config);
    crate::accounts::routes::account::configure(config);
    crate::accounts::routes::users::configure(config);
    crate::accounts::routes::verification::configure(config);
    crate::accounts::routes::second_factor::configure(config);
    crate::driving_record::routes::items::configure(config);
    crate::driving_record::routes::added::configure(config);
    crate::payments::routes::payments::configure(config);
    crate::legal_help::routes::configure(config);
    crate::legal_help::cases::routes::configure(config);
    crate::legal_help::lawyers::routes::configure(config);
    crate::legal_help::lawyers::photo_routes::configure(config);
    crate::legal_help::statements::routes::configure(config);
    crate::legal_help::statements::own_routes::configure(config);
    crate::help::routes::configure(config);
    crate::help::staff_routes::configure(config);
    crate::payments::routes::receipts::configure(config);
    crate::payments::routes::my_file::configure(config);
    crate::driving_record::routes::appearances::configure(config);
    crate::driving_record::routes::calendar::configure(config);
    crate::driving_record::routes::options::configure(config);
    crate::driving_record::routes::files::configure(config);
    crate::requests::routes::configure(config);
    crate::legal_help::lists::configure(config);
    crate::payments::lists::configure(config);
    crate::help::lists::configure(config);
    crate::requests::lists::configure(config);
    crate::back_office::routes::queues::configure(config);
    crate::payments::routes::attention::configure(config);
    crate::payments::routes::billed_again::configure(config);
    crate::payments::routes::proofs::configure(config);
    crate::payments::routes::authorities::configure(config);
    crate::payments::routes::remittances::configure(config);
    crate::payments::routes::books::configure(config);
    crate::payments::routes::chargebacks::configure(config);
    crate::payments::routes::refunds::configure(config);
    crate::back_office::routes::notes::configure(config);
    crate::back_office::routes::overview::configure(config);
    crate::back_office::routes::desk::configure(config);
    crate::back_office::routes::exports::configure(config);
    crate::back_office::routes::timeline::configure(config);
    crate::security::routes::configure(config);
    crate::security::csp_reports::configure(config);
    crate::imports::routes::configure(config);
    crate::imports::waiting::configure(config);
    crate::imports::plate_reviews::configure(config);
    crate::sources::routes::configure(config);
    crate::staff::routes::configure(config);
    crate::notices::reminders::configure(config);
    crate::notices::outside::configure(config);
    crate::operations::routes::configure(config);
    crate::openapi::configure(config);
    config.default_service(web::to(page));
}

async fn page(request: HttpRequest, state: State) -> Result<HttpResponse, ApiError> {
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
    let is_visitor = cookie::read(&request, &state.settings).is_none();
    state.assets.answer(&request, is_visitor).ok_or_else(not_found)
}
