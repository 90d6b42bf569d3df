//! Requests for calendar files with due dates and court dates.

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpResponse, web};
use application::driving_record::calendar;
use domain::shared::payable::{Payable, PayableKind};

use crate::driving_record::dto::calendar::file;
use crate::edge::caller::Caller;
use crate::edge::use_case::as_user;
use crate::shared::error::{ApiError, ErrorBody};
use crate::shared::path::Id;
use crate::shared::resource::resource;
use crate::state::State;

/// Registers the routes for items' calendar files.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(resource("/api/tickets/{id}/calendar", "GET").route(web::get().to(ticket_calendar)))
        .service(resource("/api/parking/{id}/calendar", "GET").route(web::get().to(parking_calendar)))
        .service(resource("/api/tolls/{id}/calendar", "GET").route(web::get().to(toll_calendar)));
}

/// Downloads a calendar file with a ticket's due date and court date.
#[utoipa::path(get, path = "/api/tickets/{id}/calendar", tag = "driving_record",
params(("id" = i32, Path, description = "The item's id")), responses(
    (status = 200, description = "An iCalendar file", body = String, content_type = "text/calendar"),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 404, description = "The caller has no such item, or it has no dates", body = ErrorBody),
))]
pub async fn ticket_calendar(state: State, caller: Caller, id: Id) -> Result<HttpResponse, ApiError> {
    answer(state, caller, PayableKind::Ticket.of(id.0)).await
}

/// Downloads a calendar file with a parking ticket's due date.
#[utoipa::path(get, path = "/api/parking/{id}/calendar", tag = "driving_record",
params(("id" = i32, Path, description = "The item's id")), responses(
    (status = 200, description = "An iCalendar file", body = String, content_type = "text/calendar"),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 404, description = "The caller has no such item, or it has no dates", body = ErrorBody),
))]
pub async fn parking_calendar(state: State, caller: Caller, id: Id) -> Result<HttpResponse, ApiError> {
    answer(state, caller, PayableKind::Parking.of(id.0)).await
}

/// Downloads a calendar file with a toll's due date.
#[utoipa::path(get, path = "/api/tolls/{id}/calendar", tag = "driving_record",
params(("id" = i32, Path, description = "The item's id")), responses(
    (status = 200, description = "An iCalendar file", body = String, content_type = "text/calendar"),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 404, description = "The caller has no such item, or it has no dates", body = ErrorBody),
))]
pub async fn toll_calendar(state: State, caller: Caller, id: Id) -> Result<HttpResponse, ApiError> {
    answer(state, caller, PayableKind::Toll.of(id.0)).await
}

async fn answer(state: State, caller: Caller, payable: Payable) -> Result<HttpResponse, ApiError> {
    let link = format!("{}/due", state.settings.public_url);
    let text = as_user(&state, &caller, move |deps, store, actor| {
        Ok(file(&calendar::appointments_of_item(store, actor, payable)?, &link, deps.clock.now()))
    })
    .await?;
    let name = format!("attachment; filename=\"lanewise-{}-{}.ics\"", payable.kind(), payable.item_id());
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/calendar; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, name))
        .body(text))
}
