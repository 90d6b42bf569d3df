//! HTTP requests that create and change reports of missing tickets and drivers' requests for texts.

use actix_web::HttpResponse;
use application::requests::reports;
use application::requests::text_requests;
use domain::shared::ids::{ReportId, TextNotificationId, UserId};

use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::Request;
use crate::requests::dto::{ReportBody, ReportDto, ReportStatusBody, TextRequestBody, TextRequestDto};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(report_missing_ticket, Call::write(AllowedCallers::DriverOrStaff).changes(Change::Records)),
        route!(set_report_status, Call::write(AllowedCallers::Staff).changes(Change::Records)),
        route!(request_texts, Call::write(AllowedCallers::DriverOrStaff).changes(Change::Records)),
        route!(turn_texts_off, Call::write(AllowedCallers::DriverOrStaff).changes(Change::Records)),
    ]
}

/// Reports a missing ticket. If the same report is already pending, returns that report.
#[utoipa::path(post, path = "/api/missing-ticket-reports", tag = "requests", request_body = ReportBody, responses(
    (status = 201, description = "The report", body = ReportDto),
    (status = 403, description = "`userId` names another user", body = ErrorBody),
    (status = 404, description = "Staff didn't name a user", body = ErrorBody),
))]
async fn report_missing_ticket(request: Request, body: Body<ReportBody>) -> HandlerResult {
    let report = request
        .run_detached_with(body, move |deps, actor, body| {
            let user = body.user_id.map_or(actor.id(), UserId);
            reports::report_missing_ticket(deps, actor, user, body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Created().json(ReportDto::from(report)))
}

/// Sets the status of a report. Only staff may do this.
#[utoipa::path(patch, path = "/api/missing-ticket-reports/{id}", tag = "requests", params(("id" = i32, Path)),
request_body = ReportStatusBody, responses(
    (status = 200, description = "The report", body = ReportDto),
    (status = 404, description = "No such report", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`, with `changedBy` and `changedAt`", body = ErrorBody),
))]
async fn set_report_status(request: Request, id: Id, body: Body<ReportStatusBody>) -> HandlerResult {
    let report = request
        .run_detached_with(body, move |deps, actor, body| {
            let (to, from, found) = body.parse()?;
            reports::set_report_status(deps, actor, ReportId(id.0), to, from, found)
        })
        .await?;
    Ok(HttpResponse::Ok().json(ReportDto::from(report)))
}

/// Requests texts to a phone number, and texts a confirmation code to it. If the driver already has a request
/// for the number, returns that request.
#[utoipa::path(post, path = "/api/text-notifications", tag = "requests", request_body = TextRequestBody, responses(
    (status = 201, description = "The request", body = TextRequestDto),
    (status = 403, description = "`userId` names another user", body = ErrorBody),
    (status = 404, description = "Staff didn't name a user", body = ErrorBody),
))]
async fn request_texts(request: Request, body: Body<TextRequestBody>) -> HandlerResult {
    let request = request
        .run_detached_with(body, move |deps, actor, body| {
            let user = body.user_id.map_or(actor.id(), UserId);
            text_requests::request_texts(deps, actor, user, &body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Created().json(TextRequestDto::from(request)))
}

/// Turns off texts to a number.
#[utoipa::path(delete, path = "/api/text-notifications/{id}", tag = "requests", params(("id" = i32, Path)), responses(
    (status = 200, description = "The deleted request", body = TextRequestDto),
    (status = 404, description = "The caller has no such request", body = ErrorBody),
))]
async fn turn_texts_off(request: Request, id: Id) -> HandlerResult {
    let request = request
        .run_detached(move |deps, actor| text_requests::turn_off_texts(deps, actor, TextNotificationId(id.0)))
        .await?;
    Ok(HttpResponse::Ok().json(TextRequestDto::from(request)))
}
