//! The actix application at the public address: its routes, and its middleware in order.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::QueryConfig;
use actix_web::{App, Error, web};
use tracing_actix_web::TracingLogger;

use crate::edge::chunked_body;
use crate::edge::headers;
use crate::edge::hosts;
use crate::edge::limits::gate;
use crate::edge::methods;
use crate::edge::same_origin;
use crate::edge::telemetry;
use crate::edge::telemetry::RequestSpan;
use crate::edge::use_case::mark_writers;
use crate::notices::routes::show_mails;
use crate::routes;
use crate::shared::error::ApiError;
use crate::shared::request_id::request_id;
use crate::state::State;

/// Returns the configuration for query strings. Queries that can't be parsed, for example with a
/// repeated name, get the same kind of error response as other invalid queries.
fn query_error_config() -> QueryConfig {
    QueryConfig::default().error_handler(|_, request| {
        let wrong = application::Error::field("query", "The query can’t be read.");
        ApiError::of(wrong, &request_id(request)).into()
    })
}

/// Builds the actix application. The middleware that is added last runs first.
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
    let table = routes::table();
    let has_dev_mail = state.dev_mail.is_some();
    App::new()
        .app_data(state.settings.clone())
        .app_data(state)
        .app_data(query_error_config())
        .app_data(table)
        .configure(|config| table.configure(config))
        .configure(|config| {
            if has_dev_mail {
                config.service(web::resource("/dev/mail").get(show_mails));
            }
        })
        .default_service(web::to(routes::page))
        .wrap(from_fn(mark_writers))
        .wrap(from_fn(same_origin::refuse_cross_site_writes))
        .wrap(from_fn(gate::refuse_blocked_or_excess_requests))
        .wrap(from_fn(hosts::guard::refuse_unknown_hosts_in_development))
        .wrap(from_fn(methods::refuse_unsupported_methods))
        .wrap(from_fn(headers::add_security_headers))
        .wrap(Compress::default())
        .wrap(from_fn(chunked_body::split_body))
        .wrap(from_fn(telemetry::count_and_log_responses))
        .wrap(TracingLogger::<RequestSpan>::new())
}
