//! What is for operators alone: counters and the viewer of the API's document, on an address of their own
//! (docs/PRODUCT.md#operators-address).

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

/// Everything that answers there.
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

/// Counters in Prometheus' text form.
async fn metrics(state: State) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(state.metrics.render())
}
