//! Requests of staff about cases.

use actix_web::HttpResponse;
use application::legal_help::cases::{contact, court::correction, desk, ends, guarantee, offers, view};
use domain::shared::ids::HireId;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::legal_help::cases::dto::bodies::{CaseCourtBody, CaseReasonBody, CaseVersionBody};
use crate::legal_help::cases::dto::case::CaseDto;
use crate::legal_help::cases::dto::desk::CaseDeskDto;
use crate::legal_help::cases::routes::changed_case::{change_case, change_case_with};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(show_case_desk, Call::read(AllowedCallers::Staff)),
        route!(show_case, Call::read(AllowedCallers::Staff)),
        route!(correct_court, Call::write(AllowedCallers::Staff).at_provider()),
        route!(skip_lawyer, Call::write(AllowedCallers::Staff).at_provider()),
        route!(reassign_case, Call::write(AllowedCallers::Staff).at_provider()),
        route!(record_contact, Call::write(AllowedCallers::Staff)),
        route!(end_case, Call::write(AllowedCallers::Staff).at_provider().step_up()),
        route!(refund_lost_case, Call::write(AllowedCallers::Staff).at_provider().step_up()),
    ]
}

/// Returns the open deadlines of cases: their counts, and the earliest ones.
#[utoipa::path(get, path = "/api/admin/cases", tag = "legal_help", responses(
    (status = 200, description = "The deadlines", body = CaseDeskDto),
))]
async fn show_case_desk(request: Request) -> HandlerResult {
    let found = request.run(desk::show_case_deadlines).await?;
    Ok(HttpResponse::Ok().json(CaseDeskDto::from(found)))
}

/// Returns the case of a hire.
#[utoipa::path(get, path = "/api/admin/cases/{id}", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "No such hire", body = ErrorBody),
))]
async fn show_case(request: Request, id: Id) -> HandlerResult {
    let found = request.run(move |deps, store, actor| view::show(deps, store, actor, HireId(id.0))).await?;
    Ok(HttpResponse::Ok().json(CaseDto::from(found)))
}

/// Corrects the court of a case and of its ticket. If the lawyer with the offer doesn't take cases
/// of this court, the case is offered to the next lawyer. If there is no other lawyer, the price is
/// refunded.
#[utoipa::path(patch, path = "/api/admin/cases/{id}", tag = "legal_help", params(("id" = i32, Path)), request_body = CaseCourtBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 403, description = "Not staff; `confirm_it_is_you`, if the price would be refunded", body = ErrorBody),
    (status = 404, description = "No such hire", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`", body = ErrorBody),
))]
async fn correct_court(request: Request, id: Id, body: Body<CaseCourtBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        correction::correct_court(deps, actor, id, &body.parse()?, Some(body.version))
    })
    .await
}

/// Skips the lawyer who has the offer. The case is then offered to the next lawyer. If there is no
/// other lawyer, the price is refunded.
#[utoipa::path(post, path = "/api/admin/cases/{id}/skip", tag = "legal_help", params(("id" = i32, Path)), request_body = CaseReasonBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 403, description = "Not staff; `confirm_it_is_you`, if the price would be refunded", body = ErrorBody),
    (status = 404, description = "No such hire", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: no lawyer has an offer", body = ErrorBody),
    (status = 422, description = "Invalid fields: `reason`", body = ErrorBody),
))]
async fn skip_lawyer(request: Request, id: Id, body: Body<CaseReasonBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        offers::skip(deps, actor, id, &body.reason, body.version)
    })
    .await
}

/// Stops the lawyer's work on a case, and offers the case to the next lawyer. Also continues a case that has
/// ended, unless its price was refunded. If there is no other lawyer, the price is refunded.
#[utoipa::path(post, path = "/api/admin/cases/{id}/reassign", tag = "legal_help", params(("id" = i32, Path)), request_body = CaseReasonBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 403, description = "Not staff; `confirm_it_is_you`, if the price would be refunded", body = ErrorBody),
    (status = 404, description = "No such hire", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`, `hire_refunded`, `hire_replaced`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `reason`", body = ErrorBody),
))]
async fn reassign_case(request: Request, id: Id, body: Body<CaseReasonBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        ends::reassign(deps, actor, id, &body.reason, body.version)
    })
    .await
}

/// Records that staff contacted the driver. Repeating the call changes nothing.
#[utoipa::path(post, path = "/api/admin/cases/{id}/contacted", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "No such hire", body = ErrorBody),
))]
async fn record_contact(request: Request, id: Id) -> HandlerResult {
    change_case(&request, id, contact::record_contact).await
}

/// Ends a case that isn't decided. The price is refunded as if the driver had ended the case.
#[utoipa::path(post, path = "/api/admin/cases/{id}/end", tag = "legal_help", params(("id" = i32, Path)), request_body = CaseReasonBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 403, description = "Not staff, or `confirm_it_is_you`", body = ErrorBody),
    (status = 404, description = "No such hire", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `reason`", body = ErrorBody),
))]
async fn end_case(request: Request, id: Id, body: Body<CaseReasonBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        ends::end_by_staff(deps, actor, id, &body.reason, body.version)
    })
    .await
}

/// Refunds the price of a lost case, as the guarantee promises.
#[utoipa::path(post, path = "/api/admin/cases/{id}/money-back", tag = "legal_help", params(("id" = i32, Path)), request_body = CaseVersionBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 403, description = "Not staff, or `confirm_it_is_you`", body = ErrorBody),
    (status = 404, description = "No such hire", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: also if the guarantee doesn't pay or nothing is left to refund", body = ErrorBody),
))]
async fn refund_lost_case(request: Request, id: Id, body: Body<CaseVersionBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        guarantee::refund_lost_case(deps, actor, id, Some(body.version))
    })
    .await
}
