//! The HTTP methods that the server accepts (docs/product/everywhere.md#answers). A request with
//! another method, or with a method for which its path has no route, is refused before all other
//! checks. HEAD is handled like GET, but the response has no body.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError};

use crate::edge::method_label::method_label;
use crate::edge::route::declared_routes;
use crate::shared::error::ApiError;
use crate::shared::error_code::ErrorCode;
use crate::shared::request_id::request_id;

const KNOWN: &str = "GET, HEAD, POST, PUT, PATCH, DELETE";

/// Refuses a method that the path doesn't accept with `405`, and handles HEAD like GET. The HTTP library leaves out
/// the body of a response to HEAD.
pub async fn refuse_unsupported_methods<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let routes = declared_routes(request.request());
    let allowed = match routes {
        Some(routes) if routes.route(request.method()).is_none() => Some(routes.allowed()),
        // `routes::page` itself refuses OPTIONS, and names the methods that a page accepts.
        None if method_label(request.method()) == "OTHER" && request.method() != Method::OPTIONS => {
            Some(KNOWN.to_owned())
        }
        _ => None,
    };
    if let Some(allowed) = allowed {
        let error = ApiError::new(
            StatusCode::METHOD_NOT_ALLOWED,
            ErrorCode::MethodNotAllowed,
            "This address doesn’t accept that method.",
            &request_id(request.request()),
        );
        let mut answer = error.error_response();
        if let Ok(allowed) = HeaderValue::try_from(allowed) {
            answer.headers_mut().insert(ALLOW, allowed);
        }
        return Ok(request.into_response(answer).map_into_right_body());
    }
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    Ok(next.call(request).await?.map_into_left_body())
}
