//! The calls, by area. Each handler reads its body, runs one use case and dresses the answer.

pub mod account;
pub mod auth;
pub mod calendar;
pub mod dev_mail;
pub mod exports;
pub mod health;
pub mod help;
pub mod imports;
pub mod items;
pub mod lists;
pub mod money;
pub mod overview;
pub mod payments;
pub mod queues;
pub mod receipts;
pub mod requests;
pub mod security;
pub mod staff;
pub mod timeline;
pub mod users;

use actix_web::http::StatusCode;
use actix_web::http::header::ALLOW;
use actix_web::{HttpRequest, HttpResponse, Resource, ResponseError, web};
use application::Error;

use crate::caller::request_id;
use crate::error::ApiError;
use crate::state::State;

/// A resource whose other methods are a `405` that names the right ones.
fn resource(path: &str, allowed: &'static str) -> Resource {
    web::resource(path).default_service(web::to(move |request: HttpRequest| async move {
        let message = "This call does not know that method.";
        let error = ApiError::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            message,
            &request_id(&request),
        );
        let mut response = error.error_response();
        if let Ok(value) = allowed.parse() {
            response.headers_mut().insert(ALLOW, value);
        }
        response
    }))
}

/// Every call, then the page for any other path.
pub fn configure(config: &mut web::ServiceConfig) {
    auth::configure(config);
    account::configure(config);
    users::configure(config);
    items::configure(config);
    payments::configure(config);
    help::configure(config);
    receipts::configure(config);
    calendar::configure(config);
    requests::configure(config);
    lists::configure(config);
    queues::configure(config);
    money::configure(config);
    overview::configure(config);
    exports::configure(config);
    timeline::configure(config);
    security::configure(config);
    imports::configure(config);
    staff::configure(config);
    health::configure(config);
    config.default_service(web::to(page));
}

async fn page(request: HttpRequest, state: State) -> Result<HttpResponse, ApiError> {
    let not_found = || ApiError::of(Error::NotFound, &request_id(&request));
    let path = request.path();
    if path.starts_with("/api/") || path == "/api" || path.starts_with("/ws") {
        return Err(not_found());
    }
    if !request.method().is_safe() {
        let message = "This page can only be read.";
        return Err(ApiError::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            message,
            &request_id(&request),
        ));
    }
    state.assets.answer(&request).ok_or_else(not_found)
}
