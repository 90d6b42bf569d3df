//! Tracing, logging and counting of requests: one span per request without personal data, a log
//! line if the limits of [`answer_log`] allow it, and metrics.

pub mod answer_log;

use std::time::Instant;

use actix_web::Error;
use actix_web::HttpMessage;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use traces::TRACEPARENT;
use tracing::Span;
use tracing::field::Empty;
use tracing_actix_web::{RequestId, RootSpanBuilder};

use crate::edge::method_label::method_label;
use crate::state::State;

/// Log target of the lines about responses. The module [`answer_log`] limits the number of these lines.
pub const TARGET: &str = module_path!();

/// Header with the request id, which every response has.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Builder of a request's span. The span contains no IP address, query string or user agent,
/// because they are personal data.
pub struct RequestSpan;

impl RootSpanBuilder for RequestSpan {
    fn on_request_start(request: &ServiceRequest) -> Span {
        // The span's level is ERROR, so that no log filter disables the span. Log lines of every level then
        // contain the span's fields.
        let span = tracing::error_span!(
            "request",
            request_id = request_id_of(request),
            trace_id = Empty,
            method = method_label(request.method()),
            route = route_pattern(request),
            status = Empty
        );
        traces::start_request(&span, traceparent(request));
        span
    }

    fn on_request_end<B: MessageBody>(_: Span, _: &Result<ServiceResponse<B>, Error>) {}
}

/// Returns the `traceparent` header; `None` without one. If a request has two such headers, both
/// are ignored, because the server can't know which one is valid.
fn traceparent(request: &ServiceRequest) -> Option<&str> {
    let mut values = request.headers().get_all(TRACEPARENT);
    let one = values.next()?;
    if values.next().is_some() { None } else { one.to_str().ok() }
}

/// Returns the request's id; an empty string if it has none yet.
fn request_id_of(request: &ServiceRequest) -> String {
    request.extensions().get::<RequestId>().map(ToString::to_string).unwrap_or_default()
}

/// Returns the pattern of the matched route, or `page` if no route matches. The request's path isn't used,
/// because paths contain ids.
fn route_pattern(request: &ServiceRequest) -> String {
    request.match_pattern().unwrap_or_else(|| "page".to_owned())
}

/// Upper bounds of the histogram buckets for response times, in seconds.
pub const BUCKETS: &[f64] =
    &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// Adds the request id to each response, counts the response, and logs it if [`answer_log`] allows it.
pub async fn count_and_log_responses<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let start = Instant::now();
    let (route, method) = (route_pattern(&request), method_label(request.method()));
    let (id, state) = (request_id_of(&request), request.app_data::<State>().cloned());
    let mut answer = next.call(request).await;
    if let (Ok(response), Ok(id)) = (&mut answer, HeaderValue::from_str(&id)) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    let status = match &answer {
        Ok(response) => response.status(),
        Err(error) => error.as_response_error().status_code(),
    };
    let elapsed = start.elapsed();
    let labels = [("route", route), ("method", method.to_owned()), ("status", status.as_str().to_owned())];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_seconds", &labels).record(elapsed.as_secs_f64());
    if state.as_ref().is_none_or(|state| state.response_log.should_log(method, status.as_u16(), elapsed)) {
        tracing::info!(status = status.as_u16(), micros = elapsed.as_micros(), "answered");
    }
    // The status is recorded only after the log line, so that the line doesn't repeat the status.
    Span::current().record("status", i64::from(status.as_u16()));
    if let Some(left_out) = state.and_then(|state| state.response_log.take_unlogged_counts()) {
        left_out.log();
    }
    answer
}
