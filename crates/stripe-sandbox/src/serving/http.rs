//! The HTTP server: Stripe's API under `/v1`, the control requests under `/_sandbox`, and the files for the browser.

use std::sync::Arc;

use actix_web::body::{BodyStream, BoxBody};
use actix_web::web::{self, Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};

use crate::call::errors::ApiError;
use crate::call::pipeline::{self, Answer, Request};
use crate::memory::world::Shared;
use crate::serving::answers::{convert_status, error_response, header, json, with_cors};
use crate::serving::browser;
use crate::serving::control;

/// Maximum size of a request body, in bytes.
const MAX_BODY_BYTES: usize = 64 * 1024;

/// Registers the routes of the API, the control requests and the browser files.
pub(crate) fn configure(config: &mut web::ServiceConfig, shared: &Arc<Shared>) {
    config
        .app_data(Data::from(Arc::clone(shared)))
        .app_data(web::PayloadConfig::new(MAX_BODY_BYTES))
        .app_data(web::JsonConfig::default().limit(MAX_BODY_BYTES))
        .route("/stripe.js", web::get().to(browser::script))
        .service(web::scope("/v1").default_service(web::to(api)))
        .service(web::scope("/_sandbox").configure(browser::configure).configure(control::configure))
        .default_service(web::to(unknown));
}

/// Handles a request under `/v1`.
async fn api(shared: Data<Shared>, request: HttpRequest, body: Bytes) -> HttpResponse {
    if request.method() == actix_web::http::Method::OPTIONS {
        return with_cors(&mut HttpResponse::NoContent()).finish();
    }
    let Ok(body) = String::from_utf8(body.to_vec()) else {
        return error_response(&ApiError::invalid("The request body is not valid UTF-8."));
    };
    let header = |name: &str| header(&request, name);
    let call = Request {
        method: request.method().as_str().to_owned(),
        path: request.path().to_owned(),
        query: request.query_string().to_owned(),
        body,
        authorization: header("authorization"),
        idempotency_key: header("idempotency-key"),
        version: header("stripe-version"),
    };
    let key = call.idempotency_key.clone();
    let version = call.version.clone();
    // A separate task handles the request, and completes it even if the client disconnects.
    let done = actix_web::rt::spawn(pipeline::handle_request(shared.into_inner(), call)).await;
    match done {
        Ok(answer) => respond(answer, key, version),
        Err(error) => {
            tracing::error!(%error, "a call failed");
            error_response(&ApiError::fault(500))
        }
    }
}

/// Creates the HTTP response. `key` is the request's idempotency key, and `version` its API version;
/// `None` if the request has none.
fn respond(answer: Answer, key: Option<String>, version: Option<String>) -> HttpResponse {
    if answer.drops_connection {
        return dropped_connection();
    }
    let mut response = HttpResponse::build(convert_status(answer.status));
    with_cors(&mut response).insert_header(("Request-Id", answer.request));
    if let Some(key) = key {
        response.insert_header(("Idempotency-Key", key));
    }
    if let Some(version) = version {
        response.insert_header(("Stripe-Version", version));
    }
    if let Some(original) = answer.original {
        response.insert_header(("Idempotent-Replayed", "true"));
        response.insert_header(("Original-Request", original));
    }
    json(&mut response, &answer.body)
}

/// Returns a response that closes the connection: the body fails before its first byte is sent.
fn dropped_connection() -> HttpResponse {
    let broken = futures_util::stream::once(async {
        Err::<Bytes, std::io::Error>(std::io::Error::other("the response is lost (a fault)"))
    });
    HttpResponse::Ok().body(BoxBody::new(BodyStream::new(broken)))
}

/// Responds to a request that no route handles.
async fn unknown(request: HttpRequest) -> HttpResponse {
    error_response(&ApiError::no_such_url(request.method().as_str(), request.path()))
}
