//! A driver's tickets, parking tickets and tolls.

use actix_web::{HttpResponse, web};
use application::items;
use application::mark_paid::mark_paid;
use domain::ids::{ParkingId, TicketId, TollId, UserId};
use domain::payment::Payable;

use crate::body::Body;
use crate::caller::Caller;
use crate::dto::item::{MarkPaidBody, ParkingDto, TicketDto, TollDto};
use crate::error::{ApiError, ErrorBody};
use crate::path::Id;
use crate::routes::resource;
use crate::state::{State, as_user, as_user_detached};

/// The routes. The id is the driver's when reading, the item's when changing (specification, section 7).
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(
            resource("/api/tickets/{id}", "GET, PATCH")
                .route(web::get().to(list_tickets))
                .route(web::patch().to(mark_ticket_paid)),
        )
        .service(
            resource("/api/parking/{id}", "GET, PATCH")
                .route(web::get().to(list_parking))
                .route(web::patch().to(mark_parking_paid)),
        )
        .service(
            resource("/api/tolls/{id}", "GET, PATCH")
                .route(web::get().to(list_tolls))
                .route(web::patch().to(mark_toll_paid)),
        );
}

/// A driver's tickets, in the order they are shown in; empty while they are being prepared.
#[utoipa::path(get, path = "/api/tickets/{id}", tag = "items",
params(("id" = i32, Path, description = "The user's id"), ("requestedBy" = Option<i32>, Query, description = "Not believed")),
responses(
    (status = 200, description = "All of them", body = Vec<TicketDto>),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Another user", body = ErrorBody),
    (status = 404, description = "No such user", body = ErrorBody),
))]
pub async fn list_tickets(state: State, caller: Caller, id: Id) -> Result<HttpResponse, ApiError> {
    let found =
        as_user(&state, &caller, move |deps, store, actor| items::tickets(deps, store, actor, UserId(id.0)))
            .await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(TicketDto::from).collect::<Vec<_>>()))
}

/// Sees to it that a ticket is paid: by a succeeded payment, or by staff's hand.
#[utoipa::path(patch, path = "/api/tickets/{id}", tag = "items",
params(("id" = i32, Path, description = "The item's id")), request_body = MarkPaidBody, responses(
    (status = 200, description = "The item", body = TicketDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 402, description = "`not_paid`: no succeeded payment", body = ErrorBody),
    (status = 404, description = "No such item of the caller's", body = ErrorBody),
    (status = 422, description = "Wrong fields", body = ErrorBody),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
pub async fn mark_ticket_paid(
    state: State,
    caller: Caller,
    id: Id,
    body: Body<MarkPaidBody>,
) -> Result<HttpResponse, ApiError> {
    let found = as_user_detached(&state, &caller, move |deps, actor| {
        body.0.read()?;
        mark_paid(deps, actor, Payable::Ticket(TicketId(id.0)))?;
        ports::store::with_store(&*deps.database, |store| {
            store.ticket(TicketId(id.0))?.ok_or(application::Error::NotFound)
        })
    })
    .await?;
    Ok(HttpResponse::Ok().json(TicketDto::from(found)))
}

/// A driver's parking tickets, in the order they are shown in; empty while they are being prepared.
#[utoipa::path(get, path = "/api/parking/{id}", tag = "items",
params(("id" = i32, Path, description = "The user's id"), ("requestedBy" = Option<i32>, Query, description = "Not believed")),
responses(
    (status = 200, description = "All of them", body = Vec<ParkingDto>),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Another user", body = ErrorBody),
    (status = 404, description = "No such user", body = ErrorBody),
))]
pub async fn list_parking(state: State, caller: Caller, id: Id) -> Result<HttpResponse, ApiError> {
    let found =
        as_user(&state, &caller, move |deps, store, actor| items::parking(deps, store, actor, UserId(id.0)))
            .await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(ParkingDto::from).collect::<Vec<_>>()))
}

/// Sees to it that a parking ticket is paid: by a succeeded payment, or by staff's hand.
#[utoipa::path(patch, path = "/api/parking/{id}", tag = "items",
params(("id" = i32, Path, description = "The item's id")), request_body = MarkPaidBody, responses(
    (status = 200, description = "The item", body = ParkingDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 402, description = "`not_paid`: no succeeded payment", body = ErrorBody),
    (status = 404, description = "No such item of the caller's", body = ErrorBody),
    (status = 422, description = "Wrong fields", body = ErrorBody),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
pub async fn mark_parking_paid(
    state: State,
    caller: Caller,
    id: Id,
    body: Body<MarkPaidBody>,
) -> Result<HttpResponse, ApiError> {
    let found = as_user_detached(&state, &caller, move |deps, actor| {
        body.0.read()?;
        mark_paid(deps, actor, Payable::Parking(ParkingId(id.0)))?;
        ports::store::with_store(&*deps.database, |store| {
            store.parking(ParkingId(id.0))?.ok_or(application::Error::NotFound)
        })
    })
    .await?;
    Ok(HttpResponse::Ok().json(ParkingDto::from(found)))
}

/// A driver's tolls, in the order they are shown in; empty while they are being prepared.
#[utoipa::path(get, path = "/api/tolls/{id}", tag = "items",
params(("id" = i32, Path, description = "The user's id"), ("requestedBy" = Option<i32>, Query, description = "Not believed")),
responses(
    (status = 200, description = "All of them", body = Vec<TollDto>),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Another user", body = ErrorBody),
    (status = 404, description = "No such user", body = ErrorBody),
))]
pub async fn list_tolls(state: State, caller: Caller, id: Id) -> Result<HttpResponse, ApiError> {
    let found =
        as_user(&state, &caller, move |deps, store, actor| items::tolls(deps, store, actor, UserId(id.0)))
            .await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(TollDto::from).collect::<Vec<_>>()))
}

/// Sees to it that a toll is paid: by a succeeded payment, or by staff's hand.
#[utoipa::path(patch, path = "/api/tolls/{id}", tag = "items",
params(("id" = i32, Path, description = "The item's id")), request_body = MarkPaidBody, responses(
    (status = 200, description = "The item", body = TollDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 402, description = "`not_paid`: no succeeded payment", body = ErrorBody),
    (status = 404, description = "No such item of the caller's", body = ErrorBody),
    (status = 422, description = "Wrong fields", body = ErrorBody),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
pub async fn mark_toll_paid(
    state: State,
    caller: Caller,
    id: Id,
    body: Body<MarkPaidBody>,
) -> Result<HttpResponse, ApiError> {
    let found = as_user_detached(&state, &caller, move |deps, actor| {
        body.0.read()?;
        mark_paid(deps, actor, Payable::Toll(TollId(id.0)))?;
        ports::store::with_store(&*deps.database, |store| {
            store.toll(TollId(id.0))?.ok_or(application::Error::NotFound)
        })
    })
    .await?;
    Ok(HttpResponse::Ok().json(TollDto::from(found)))
}
