//! Requests for calendar files with due dates and court dates.

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use application::driving_record::calendar;
use domain::shared::payable::{Payable, PayableKind};

use crate::driving_record::dto::calendar::format_calendar;
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(ticket_calendar, Call::read(AllowedCallers::DriverOrStaff)),
        route!(parking_calendar, Call::read(AllowedCallers::DriverOrStaff)),
        route!(toll_calendar, Call::read(AllowedCallers::DriverOrStaff)),
    ]
}

/// Downloads a calendar file with a ticket's due date and court date.
#[utoipa::path(get, path = "/api/tickets/{id}/calendar", tag = "driving_record",
params(("id" = i32, Path, description = "The item's id")), responses(
    (status = 200, description = "An iCalendar file", body = String, content_type = "text/calendar"),
    (status = 404, description = "The caller has no such item, or it has no dates", body = ErrorBody),
))]
async fn ticket_calendar(request: Request, id: Id) -> HandlerResult {
    calendar_file_response(request, PayableKind::Ticket.of(id.0)).await
}

/// Downloads a calendar file with a parking ticket's due date.
#[utoipa::path(get, path = "/api/parking/{id}/calendar", tag = "driving_record",
params(("id" = i32, Path, description = "The item's id")), responses(
    (status = 200, description = "An iCalendar file", body = String, content_type = "text/calendar"),
    (status = 404, description = "The caller has no such item, or it has no dates", body = ErrorBody),
))]
async fn parking_calendar(request: Request, id: Id) -> HandlerResult {
    calendar_file_response(request, PayableKind::Parking.of(id.0)).await
}

/// Downloads a calendar file with a toll's due date.
#[utoipa::path(get, path = "/api/tolls/{id}/calendar", tag = "driving_record",
params(("id" = i32, Path, description = "The item's id")), responses(
    (status = 200, description = "An iCalendar file", body = String, content_type = "text/calendar"),
    (status = 404, description = "The caller has no such item, or it has no dates", body = ErrorBody),
))]
async fn toll_calendar(request: Request, id: Id) -> HandlerResult {
    calendar_file_response(request, PayableKind::Toll.of(id.0)).await
}

async fn calendar_file_response(request: Request, payable: Payable) -> HandlerResult {
    let link = format!("{}/due", request.state.settings.public_url);
    let text = request
        .run(move |deps, store, actor| {
            Ok(format_calendar(
                &calendar::appointments_of_item(store, actor, payable)?,
                &link,
                deps.clock.now(),
            ))
        })
        .await?;
    let name = format!("attachment; filename=\"lanewise-{}-{}.ics\"", payable.kind(), payable.item_id());
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/calendar; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, name))
        .body(text))
}
