//! Requests for a driver's options about an item, such as paying or contesting.

use actix_web::HttpResponse;
use application::driving_record::options;
use domain::shared::ids::{ParkingId, TicketId, TollId};

use crate::driving_record::dto::options::OptionsDto;
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(ticket_options, Call::read(AllowedCallers::DriverOrStaff)),
        route!(parking_options, Call::read(AllowedCallers::DriverOrStaff)),
        route!(toll_options, Call::read(AllowedCallers::DriverOrStaff)),
    ]
}

/// Returns the caller's options about one of their tickets, with sources.
#[utoipa::path(get, path = "/api/tickets/{id}/options", tag = "driving_record",
params(("id" = i32, Path, description = "The item's id")), responses(
    (status = 200, description = "The options", body = OptionsDto),
    (status = 404, description = "The caller has no such item", body = ErrorBody),
))]
async fn ticket_options(request: Request, id: Id) -> HandlerResult {
    let found = request
        .run(move |deps, store, actor| options::options_of_ticket(deps, store, actor, TicketId(id.0)))
        .await?;
    Ok(HttpResponse::Ok().json(OptionsDto::from(found)))
}

/// Returns the caller's options about one of their parking tickets, with sources.
#[utoipa::path(get, path = "/api/parking/{id}/options", tag = "driving_record",
params(("id" = i32, Path, description = "The item's id")), responses(
    (status = 200, description = "The options", body = OptionsDto),
    (status = 404, description = "The caller has no such item", body = ErrorBody),
))]
async fn parking_options(request: Request, id: Id) -> HandlerResult {
    let found = request
        .run(move |deps, store, actor| {
            options::options_of_parking_ticket(deps, store, actor, ParkingId(id.0))
        })
        .await?;
    Ok(HttpResponse::Ok().json(OptionsDto::from(found)))
}

/// Returns the caller's options about one of their tolls, with sources.
#[utoipa::path(get, path = "/api/tolls/{id}/options", tag = "driving_record",
params(("id" = i32, Path, description = "The item's id")), responses(
    (status = 200, description = "The options", body = OptionsDto),
    (status = 404, description = "The caller has no such item", body = ErrorBody),
))]
async fn toll_options(request: Request, id: Id) -> HandlerResult {
    let found = request
        .run(move |deps, store, actor| options::options_of_toll(deps, store, actor, TollId(id.0)))
        .await?;
    Ok(HttpResponse::Ok().json(OptionsDto::from(found)))
}
