//! The operators' server, which has its own address: metrics, and the viewer of the OpenAPI
//! document (docs/product/running.md#operators-address).

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::{App, Error};

use crate::edge::headers;
use crate::edge::hosts;
use crate::edge::methods;
use crate::openapi::configure_viewer;
use crate::routes;
use crate::state::State;

/// Builds the actix application that serves metrics and the API viewer at the operators' address.
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
    let table = routes::operators_table();
    App::new()
        .app_data(state)
        .app_data(table)
        .configure(|config| table.configure(config))
        .configure(configure_viewer)
        .wrap(from_fn(hosts::guard::refuse_unknown_hosts))
        .wrap(from_fn(methods::refuse_unsupported_methods))
        .wrap(from_fn(headers::add_security_headers))
}
