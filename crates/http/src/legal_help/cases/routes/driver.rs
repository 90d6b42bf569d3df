//! Requests with which drivers follow and change their cases, find out whether a lawyer can be hired for a
//! ticket, and name a ticket's court.

use actix_web::{HttpResponse, web};
use application::legal_help::cases::{agreement, availability, ends, guarantee, plea, view};
use domain::shared::ids::{HireId, TicketId};
use serde::Deserialize;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::legal_help::cases::dto::bodies::{CaseVersionBody, PleaAnswerBody, SignBody, StatedCourtBody};
use crate::legal_help::cases::dto::case::CaseDto;
use crate::legal_help::cases::dto::offer::AvailabilityDto;
use crate::legal_help::cases::routes::changed_case::change_case_with;
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(show_availability, Call::read(AllowedCallers::DriverOrStaff)),
        route!(state_court, Call::write(AllowedCallers::Driver)),
        route!(list_own_cases, Call::read(AllowedCallers::Driver)),
        route!(show_own_case, Call::read(AllowedCallers::DriverOrStaff)),
        route!(sign_agreement, Call::write(AllowedCallers::Driver)),
        route!(answer_plea, Call::write(AllowedCallers::Driver)),
        route!(end_own_case, Call::write(AllowedCallers::Driver).at_provider()),
        route!(change_own_lawyer, Call::write(AllowedCallers::Driver).at_provider()),
        route!(get_own_money_back, Call::write(AllowedCallers::Driver).at_provider()),
    ]
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AvailabilityQuery {
    ticket_id: Option<String>,
}

impl AvailabilityQuery {
    /// Parses the ticket's id.
    fn parse(&self) -> Result<TicketId, application::Error> {
        let id = self.ticket_id.as_deref().and_then(|text| text.parse().ok()).filter(|id: &i32| *id > 0);
        id.map(TicketId).ok_or_else(|| application::Error::field("ticketId", "Enter a whole number above 0."))
    }
}

/// Returns whether a lawyer can be hired for a ticket, and on which terms.
#[utoipa::path(get, path = "/api/lawyer-availability", tag = "legal_help", params(
    ("ticketId" = i32, Query, description = "The ticket's id"),
), responses(
    (status = 200, description = "The terms", body = AvailabilityDto),
    (status = 404, description = "The driver has no such ticket", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn show_availability(request: Request, query: web::Query<AvailabilityQuery>) -> HandlerResult {
    let found = request
        .run(move |deps, store, actor| availability::availability(deps, store, actor, query.parse()?))
        .await?;
    Ok(HttpResponse::Ok().json(AvailabilityDto::from(found)))
}

/// Stores the court that the driver names for a ticket whose court isn't known.
#[utoipa::path(patch, path = "/api/tickets/{id}/court", tag = "legal_help", params(("id" = i32, Path)), request_body = StatedCourtBody, responses(
    (status = 200, description = "Whether a lawyer can be hired there, and on which terms", body = AvailabilityDto),
    (status = 404, description = "The driver has no such ticket", body = ErrorBody),
    (status = 409, description = "`court_known`: its state is known, a lawyer is hired, or a payment for one is open", body = ErrorBody),
    (status = 422, description = "Invalid fields: `courtState`, `courtName`", body = ErrorBody),
))]
async fn state_court(request: Request, id: Id, body: Body<StatedCourtBody>) -> HandlerResult {
    let found = request
        .run_with(body, move |deps, store, actor, body| {
            let court = (body.parse()?, body.court_name.as_deref());
            availability::store_named_court(deps, store, actor, TicketId(id.0), court)
        })
        .await?;
    Ok(HttpResponse::Ok().json(AvailabilityDto::from(found)))
}

/// Lists the driver's own cases.
#[utoipa::path(get, path = "/api/lawyer-cases", tag = "legal_help", responses(
    (status = 200, description = "At most 200, newest first", body = Vec<CaseDto>),
))]
async fn list_own_cases(request: Request) -> HandlerResult {
    let found = request.run(view::list_cases_of_driver).await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(CaseDto::from).collect::<Vec<_>>()))
}

/// Returns a case of the driver.
#[utoipa::path(get, path = "/api/lawyer-cases/{id}", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "The driver has no such case", body = ErrorBody),
))]
async fn show_own_case(request: Request, id: Id) -> HandlerResult {
    let found = request.run(move |deps, store, actor| view::show(deps, store, actor, HireId(id.0))).await?;
    Ok(HttpResponse::Ok().json(CaseDto::from(found)))
}

/// Signs the lawyer's agreement with the driver's typed name.
#[utoipa::path(post, path = "/api/lawyer-cases/{id}/sign", tag = "legal_help", params(("id" = i32, Path)), request_body = SignBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "The driver has no such case", body = ErrorBody),
    (status = 409, description = "`name_differs`: confirm another name than the account's; `signature_late`: the deadline has passed; `changed_meanwhile`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `name`", body = ErrorBody),
))]
async fn sign_agreement(request: Request, id: Id, body: Body<SignBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        let SignBody { name, is_other_name_confirmed, version } = body;
        agreement::sign(deps, actor, id, &name, is_other_name_confirmed, Some(version))
    })
    .await
}

/// Answers the prosecutor's offer, or asks the lawyer about it.
#[utoipa::path(post, path = "/api/lawyer-cases/{id}/answer", tag = "legal_help", params(("id" = i32, Path)), request_body = PleaAnswerBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "The driver has no such case", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: also if no offer is open", body = ErrorBody),
    (status = 422, description = "Invalid fields: `answer`, `text`", body = ErrorBody),
))]
async fn answer_plea(request: Request, id: Id, body: Body<PleaAnswerBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        plea::answer(deps, actor, id, body.parse()?, body.text.as_deref(), Some(body.version))
    })
    .await
}

/// Ends the driver's own case and refunds the part of the price that the lawyer hasn't earned. Within the cancellation
/// period, the full price is refunded. If staff found the lawyer by hand, staff decide about the refund.
#[utoipa::path(post, path = "/api/lawyer-cases/{id}/end", tag = "legal_help", params(("id" = i32, Path)), request_body = CaseVersionBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "The driver has no such case", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`", body = ErrorBody),
))]
async fn end_own_case(request: Request, id: Id, body: Body<CaseVersionBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        ends::end_by_driver(deps, actor, id, Some(body.version))
    })
    .await
}

/// Takes the driver's own case from its lawyer, because the lawyer's update is late, and offers the
/// case to the next lawyer. If there is no other lawyer, the price is refunded.
#[utoipa::path(post, path = "/api/lawyer-cases/{id}/another-lawyer", tag = "legal_help", params(("id" = i32, Path)), request_body = CaseVersionBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "The driver has no such case", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: also if no update is late; `hire_refunded`", body = ErrorBody),
))]
async fn change_own_lawyer(request: Request, id: Id, body: Body<CaseVersionBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        ends::change_lawyer(deps, actor, id, Some(body.version))
    })
    .await
}

/// Refunds the price of the driver's own lost case, as the guarantee promises.
#[utoipa::path(post, path = "/api/lawyer-cases/{id}/money-back", tag = "legal_help", params(("id" = i32, Path)), request_body = CaseVersionBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "The driver has no such case", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: also if the guarantee doesn't pay or nothing is left to refund", body = ErrorBody),
))]
async fn get_own_money_back(request: Request, id: Id, body: Body<CaseVersionBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        guarantee::refund_own_lost_case(deps, actor, id, Some(body.version))
    })
    .await
}
