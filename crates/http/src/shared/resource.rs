//! Routes with a list of their allowed methods.

use actix_web::http::StatusCode;
use actix_web::http::header::ALLOW;
use actix_web::{HttpRequest, Resource, ResponseError, web};

use crate::shared::error::ApiError;
use crate::shared::error_code::ErrorCode;
use crate::shared::request_id::request_id;

/// The route pattern of a request, such as `/api/tickets/{id}`.
#[derive(Clone, Copy, Debug)]
pub struct RoutePattern(pub &'static str);

/// Creates a route. It refuses other methods with a `405` that lists the allowed ones.
pub(crate) fn resource(path: &'static str, allowed: &'static str) -> Resource {
    web::resource(path).app_data(RoutePattern(path)).default_service(web::to(
        move |request: HttpRequest| async move {
            let message = "This address doesn’t accept that method.";
            let error = ApiError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                ErrorCode::MethodNotAllowed,
                message,
                &request_id(&request),
            );
            let mut response = error.error_response();
            // A route that allows GET also allows HEAD.
            if let Ok(value) = allowed.replace("GET", "GET, HEAD").parse() {
                response.headers_mut().insert(ALLOW, value);
            }
            response
        },
    ))
}
