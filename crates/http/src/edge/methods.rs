//! The HTTP methods that the server accepts (docs/product/everywhere.md#answers). Requests with
//! other methods are refused. HEAD is handled like GET, but the response has no body.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError};

use crate::shared::error::ApiError;
use crate::shared::error_code::ErrorCode;
use crate::shared::request_id::request_id;

const KNOWN: &str = "GET, HEAD, POST, PUT, PATCH, DELETE";

/// Returns the method's name for metrics and logs. Unknown methods share one name, so a client
/// can't create an unlimited number of metric labels.
#[must_use]
pub fn label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        _ => "OTHER",
    }
}

/// Refuses unknown methods except OPTIONS with `405`, and handles HEAD like GET. The HTTP library leaves out
/// the body of a response to HEAD.
pub async fn guard<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    // OPTIONS gets a `405` from the route, which lists the path's methods.
    if label(request.method()) == "OTHER" && request.method() != Method::OPTIONS {
        let message = "Lanewise doesn’t accept this method.";
        let error = ApiError::new(
            StatusCode::METHOD_NOT_ALLOWED,
            ErrorCode::MethodNotAllowed,
            message,
            &request_id(request.request()),
        );
        let mut answer = error.error_response();
        answer.headers_mut().insert(ALLOW, HeaderValue::from_static(KNOWN));
        return Ok(request.into_response(answer).map_into_right_body());
    }
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    Ok(next.call(request).await?.map_into_left_body())
}
