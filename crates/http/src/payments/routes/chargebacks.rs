//! Requests about a chargeback and its evidence (docs/product/payments.md#chargebacks).

use actix_web::HttpResponse;
use application::payments::chargebacks::{evidence, follow};
use domain::shared::ids::ChargebackId;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::payments::dto::chargeback::{ChargebackDto, EvidenceBody, EvidenceDraftDto};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(show_chargeback, Call::read(AllowedCallers::Staff)),
        route!(show_evidence, Call::read(AllowedCallers::Staff).at_provider()),
        route!(update_evidence, Call::write(AllowedCallers::Staff).at_provider()),
    ]
}

/// Returns a chargeback.
#[utoipa::path(get, path = "/api/admin/chargebacks/{id}", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "The chargeback", body = ChargebackDto),
    (status = 404, description = "No such chargeback", body = ErrorBody),
))]
async fn show_chargeback(request: Request, id: Id) -> HandlerResult {
    let found =
        request.run(move |_, store, actor| follow::show_chargeback(store, actor, ChargebackId(id.0))).await?;
    Ok(HttpResponse::Ok().json(ChargebackDto::from(found)))
}

/// Fetches the chargeback from the provider, and returns the current evidence.
#[utoipa::path(get, path = "/api/admin/chargebacks/{id}/evidence", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "Staff's saved draft, or otherwise a draft gathered from the records", body = EvidenceDraftDto),
    (status = 404, description = "No such chargeback", body = ErrorBody),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
async fn show_evidence(request: Request, id: Id) -> HandlerResult {
    let draft = request
        .run_detached(move |deps, actor| {
            let draft = evidence::draft_evidence(deps, actor, ChargebackId(id.0))?;
            Ok(EvidenceDraftDto::new(draft, deps.clock.now()))
        })
        .await?;
    Ok(HttpResponse::Ok().json(draft))
}

/// Saves evidence, or submits it to the bank. Only staff may do this.
#[utoipa::path(post, path = "/api/admin/chargebacks/{id}/evidence", tag = "payments", params(("id" = i32, Path)), request_body = EvidenceBody, responses(
    (status = 200, description = "The chargeback", body = ChargebackDto),
    (status = 400, description = "Not valid JSON", body = ErrorBody),
    (status = 404, description = "No such chargeback", body = ErrorBody),
    (status = 409, description = "`evidence_closed` after the deadline, or `changed_meanwhile`", body = ErrorBody),
    (status = 503, description = "The payment provider is down. Try again", body = ErrorBody),
))]
async fn update_evidence(request: Request, id: Id, body: Body<EvidenceBody>) -> HandlerResult {
    let stated = request
        .run_detached_with(body, move |deps, actor, body| {
            evidence::update_evidence(deps, actor, ChargebackId(id.0), &body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Ok().json(ChargebackDto::from(stated)))
}
