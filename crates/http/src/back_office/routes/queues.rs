//! Requests about the records of the back office's queues.

use actix_web::{HttpRequest, HttpResponse};
use application::Error;
use application::back_office::queues::{self, SolvedChange};
use application::back_office::status_requests;
use domain::back_office::queue::Queue;
use domain::shared::ids::{HireId, UserId};
use ports::back_office::queues::UnsolvedCounts;

use crate::accounts::dto::user::UserDto;
use crate::back_office::dto::queue::{
    RevealBody, SettleStatusRequestBody, SolvedBody, SolvedDto, SsnDigitsDto,
};
use crate::edge::list_call::SummaryDto;
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::legal_help::dto::HireDto;
use crate::shared::body::Body;
use crate::shared::enums as word;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(unsolved_counts, Call::poll(AllowedCallers::Staff)),
        route!(mark_solved, Call::write(AllowedCallers::Staff)),
        route!(mark_hire_seen, Call::write(AllowedCallers::Staff)),
        route!(reveal_digits, Call::write(AllowedCallers::Staff).step_up()),
        route!(settle_status_request, Call::write(AllowedCallers::Staff)),
    ]
}

/// The counts that menus show as badges.
pub type UnsolvedFigures = SummaryDto<UnsolvedCounts>;

/// Returns how many records wait for staff in each queue. Pages poll this request, so it never renews the session.
#[utoipa::path(get, path = "/api/admin/unsolved-counts", tag = "back_office", responses(
    (status = 200, description = "The counts", body = UnsolvedFigures),
))]
async fn unsolved_counts(request: Request) -> HandlerResult {
    let found = request.run(|_, store, actor| queues::unsolved_counts(store, actor)).await?;
    Ok(HttpResponse::Ok().json(SummaryDto(found)))
}

/// Marks a record as solved or unsolved. Only staff may do this. Solving a status request erases
/// the driver's SSN digits.
#[utoipa::path(patch, path = "/api/admin/mark-solved/{queue}/{id}", tag = "back_office", params(
    ("queue" = word::Queue, Path, description = "The queue"),
    ("id" = i32, Path, description = "The record's id. For `vehicle-update` and `status-request`, the driver's id"),
), request_body = SolvedBody, responses(
    (status = 200, description = "The record's flag after the change", body = SolvedDto),
    (status = 404, description = "No such record in this queue", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: the driver has sent a newer vehicle update or status request", body = ErrorBody),
))]
async fn mark_solved(http: HttpRequest, request: Request, id: Id, body: Body<SolvedBody>) -> HandlerResult {
    let queue = http.match_info().get("queue").and_then(Queue::parse);
    let is_solved = request
        .run_detached_with(body, move |deps, actor, body| {
            let change = SolvedChange { solved: body.is_solved, requested_at: body.requested_at };
            queues::set_solved(deps, actor, queue.ok_or(Error::NotFound)?, id.0, change)?;
            Ok(body.is_solved)
        })
        .await?;
    Ok(HttpResponse::Ok().json(SolvedDto { id: id.0, is_solved }))
}

/// Marks a hire as seen. Only staff may do this.
#[utoipa::path(patch, path = "/api/admin/mark-seen/lawyer-hire/{id}", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The hire", body = HireDto),
    (status = 404, description = "No such hire", body = ErrorBody),
))]
async fn mark_hire_seen(request: Request, id: Id) -> HandlerResult {
    let hire =
        request.run_detached(move |deps, actor| queues::mark_hire_seen(deps, actor, HireId(id.0))).await?;
    Ok(HttpResponse::Ok().json(HireDto::from(hire)))
}

/// Returns the SSN digits of an open status request to staff. The audit entry contains the reason, but not the digits.
#[utoipa::path(post, path = "/api/admin/status-requests/{userId}/reveal", tag = "requests",
params(("userId" = i32, Path, description = "The driver's id")), request_body = RevealBody, responses(
    (status = 200, description = "The digits. Don't store them", body = SsnDigitsDto),
    (status = 404, description = "No digits are stored: never entered, or erased", body = ErrorBody),
    (status = 422, description = "`reason` is too short or too long", body = ErrorBody),
))]
async fn reveal_digits(request: Request, id: Id, body: Body<RevealBody>) -> HandlerResult {
    let path = request.caller.origin.path.clone();
    let last_four_ssn = request
        .run_detached_with(body, move |deps, actor, body| {
            queues::reveal_ssn_digits(deps, actor, UserId(id.0), &body.parse()?, &path)
        })
        .await?;
    Ok(HttpResponse::Ok().json(SsnDigitsDto { last_four_ssn }))
}

/// Responds to a status request with the license status and, if known, the points. Only staff may do this. The request
/// is then solved, and the driver's SSN digits are erased in the same transaction.
#[utoipa::path(post, path = "/api/admin/status-requests/{userId}/settle", tag = "requests",
params(("userId" = i32, Path, description = "The driver's id")), request_body = SettleStatusRequestBody, responses(
    (status = 200, description = "The driver", body = UserDto),
    (status = 404, description = "No such request", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: the driver has sent a newer request", body = ErrorBody),
))]
async fn settle_status_request(
    request: Request,
    id: Id,
    body: Body<SettleStatusRequestBody>,
) -> HandlerResult {
    let user = request
        .run_detached_with(body, move |deps, actor, body| {
            let (status, change) = body.parse()?;
            let seen = body.requested_at;
            status_requests::answer_status_request(deps, actor, UserId(id.0), status, &change, seen)
        })
        .await?;
    Ok(HttpResponse::Ok().json(UserDto::from(user)))
}
