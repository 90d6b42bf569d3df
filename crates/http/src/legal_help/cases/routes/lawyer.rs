//! Requests of lawyers about cases that they accepted or have an offer for.

use actix_web::HttpResponse;
use application::legal_help::cases::access::active_lawyer;
use application::legal_help::cases::view::CaseView;
use application::legal_help::cases::{agreement, contact, ends, offers, steps, view};
use domain::shared::ids::HireId;
use ports::store::with_store;
use serde::Serialize;
use utoipa::ToSchema;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::legal_help::cases::dto::bodies::{AcceptCaseBody, AgreementBody, CaseReasonBody, CaseStepBody};
use crate::legal_help::cases::dto::case::CaseDto;
use crate::legal_help::cases::routes::changed_case::{change_case, change_case_with};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_lawyer_cases, Call::read(AllowedCallers::Lawyer)),
        route!(show_lawyer_case, Call::read(AllowedCallers::Lawyer)),
        route!(show_agreement_template, Call::read(AllowedCallers::Lawyer)),
        route!(decline_case, Call::write(AllowedCallers::Lawyer).at_provider()),
        route!(accept_case, Call::write(AllowedCallers::Lawyer)),
        route!(send_agreement, Call::write(AllowedCallers::Lawyer)),
        route!(record_step, Call::write(AllowedCallers::Lawyer)),
        route!(lawyer_contacted, Call::write(AllowedCallers::Lawyer)),
        route!(withdraw_from_case, Call::write(AllowedCallers::Lawyer).at_provider()),
    ]
}

/// The text of an agreement that a lawyer can start from.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AgreementTemplate)]
pub struct AgreementTemplateDto {
    pub text: String,
}

/// Lists the cases that the lawyer has accepted or has an offer for.
#[utoipa::path(get, path = "/api/lawyer/cases", tag = "legal_help", responses(
    (status = 200, description = "Cases at work, nearest deadline first; then at most 200 others, newest first",
        body = Vec<CaseDto>),
))]
async fn list_lawyer_cases(request: Request) -> HandlerResult {
    let found = request.run(view::list_cases_of_lawyer).await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(CaseDto::from).collect::<Vec<_>>()))
}

/// Returns a case that the lawyer has accepted or has an offer for.
#[utoipa::path(get, path = "/api/lawyer/cases/{id}", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "The lawyer has no such case", body = ErrorBody),
))]
async fn show_lawyer_case(request: Request, id: Id) -> HandlerResult {
    let found = request
        .run(move |deps, store, actor| {
            active_lawyer(store, actor)?;
            view::show(deps, store, actor, HireId(id.0))
        })
        .await?;
    Ok(HttpResponse::Ok().json(CaseDto::from(found)))
}

/// Returns a draft of a case's agreement: the template for the court's state, filled in for this case.
#[utoipa::path(get, path = "/api/lawyer/cases/{id}/agreement-template", tag = "legal_help",
    params(("id" = i32, Path)), responses(
    (status = 200, description = "The draft", body = AgreementTemplateDto),
    (status = 404, description = "The lawyer has no such case", body = ErrorBody),
))]
async fn show_agreement_template(request: Request, id: Id) -> HandlerResult {
    let text = request
        .run(move |deps, store, actor| {
            active_lawyer(store, actor)?;
            agreement::show_template(deps, store, actor, HireId(id.0))
        })
        .await?;
    Ok(HttpResponse::Ok().json(AgreementTemplateDto { text }))
}

/// Declines an offered case, which is then offered to the next lawyer. If there is no other lawyer,
/// the price is refunded.
#[utoipa::path(post, path = "/api/lawyer/cases/{id}/decline", tag = "legal_help", params(("id" = i32, Path)), request_body = CaseReasonBody, responses(
    (status = 200, description = "The case, as it was offered", body = CaseDto),
    (status = 404, description = "The case was never offered to the lawyer", body = ErrorBody),
    (status = 409, description = "`matching_stopped`, `changed_meanwhile`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `reason`", body = ErrorBody),
))]
async fn decline_case(request: Request, id: Id, body: Body<CaseReasonBody>) -> HandlerResult {
    let found = request
        .run_detached_with(body, move |deps, actor, body| {
            let id = HireId(id.0);
            let seen = with_store(&*deps.database, |store| view::show(deps, store, actor, id));
            offers::decline(deps, actor, id, &body.reason, body.version)?;
            Ok(CaseView { actions: vec![], ..seen? })
        })
        .await?;
    Ok(HttpResponse::Ok().json(CaseDto::from(found)))
}

/// Accepts an offered case. By accepting, the lawyer confirms that there is no conflict of interest.
#[utoipa::path(post, path = "/api/lawyer/cases/{id}/accept", tag = "legal_help", params(("id" = i32, Path)), request_body = AcceptCaseBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "The case was never offered to the lawyer", body = ErrorBody),
    (status = 409, description = "`matching_stopped`, `changed_meanwhile`", body = ErrorBody),
))]
async fn accept_case(request: Request, id: Id, body: Body<AcceptCaseBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        offers::accept(deps, actor, id, Some(body.version), body.parse()?)
    })
    .await
}

/// Sends the lawyer's agreement to the driver. Until the driver signs, the lawyer can replace the
/// agreement by sending a new one.
#[utoipa::path(post, path = "/api/lawyer/cases/{id}/agreement", tag = "legal_help", params(("id" = i32, Path)), request_body = AgreementBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "The lawyer has no such case", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `text`, `fileId`", body = ErrorBody),
))]
async fn send_agreement(request: Request, id: Id, body: Body<AgreementBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        agreement::send(deps, actor, id, &body.parse()?, Some(body.version))
    })
    .await
}

/// Records a step, an update or the outcome of a case. A court date, and an outcome's new amount, points and
/// due date, are also stored with the ticket.
#[utoipa::path(post, path = "/api/lawyer/cases/{id}/steps", tag = "legal_help", params(("id" = i32, Path)), request_body = CaseStepBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "The lawyer has no such case", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: also if the step isn't possible now", body = ErrorBody),
))]
async fn record_step(request: Request, id: Id, body: Body<CaseStepBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        steps::record_step(deps, actor, id, &body.parse()?, Some(body.version))
    })
    .await
}

/// Records that the lawyer contacted the driver. Repeating the call changes nothing.
#[utoipa::path(post, path = "/api/lawyer/cases/{id}/contacted", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "The lawyer has no such case", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: the case has ended", body = ErrorBody),
))]
async fn lawyer_contacted(request: Request, id: Id) -> HandlerResult {
    change_case(&request, id, contact::record_contact).await
}

/// Withdraws the lawyer from a case, which ends the case. The price is refunded as if the driver
/// had ended the case.
#[utoipa::path(post, path = "/api/lawyer/cases/{id}/withdraw", tag = "legal_help", params(("id" = i32, Path)), request_body = CaseReasonBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "The lawyer has no such case", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `reason`", body = ErrorBody),
))]
async fn withdraw_from_case(request: Request, id: Id, body: Body<CaseReasonBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        ends::withdraw(deps, actor, id, &body.reason, body.version)
    })
    .await
}
