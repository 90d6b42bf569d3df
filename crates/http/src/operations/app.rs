//! The operators' server, which has its own address: metrics, and the viewer of the OpenAPI
//! document (docs/product/running.md#operators-address).

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::{App, Error, HttpResponse, web};

use crate::edge::headers;
use crate::edge::hosts;
use crate::edge::methods;
use crate::openapi;
use crate::shared::resource::resource;
use crate::state::State;

/// Builds the operators' application.
pub fn app(
    state: State,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    App::new()
        .app_data(state)
        .service(resource("/metrics", "GET").route(web::get().to(metrics)))
        .configure(openapi::configure_viewer)
        .wrap(from_fn(hosts::guard::always))
        .wrap(from_fn(methods::guard))
        .wrap(from_fn(headers::secure))
}

/// Returns the metrics in the Prometheus text format.
async fn metrics(state: State) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(state.metrics.render())
}
