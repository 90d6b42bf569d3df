//! Requests for refunds by staff.

use actix_web::HttpResponse;
use application::payments::refunds::by_staff;
use domain::shared::ids::{PaymentId, RefundId};

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::payments::dto::refund::{PaidOtherwiseBody, PaymentRefundsDto, RefundBody, RefundDto};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_refunds, Call::read(AllowedCallers::Staff)),
        route!(refund_payment, Call::write(AllowedCallers::Staff).at_provider().step_up()),
        route!(retry_refund, Call::write(AllowedCallers::Staff).at_provider().step_up()),
        route!(paid_otherwise, Call::write(AllowedCallers::Staff).at_provider().step_up()),
    ]
}

/// Returns a payment's money and refunds.
#[utoipa::path(get, path = "/api/admin/payments/{id}/refunds", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "Amounts received, refunded and refundable", body = PaymentRefundsDto),
    (status = 404, description = "No such payment", body = ErrorBody),
))]
async fn list_refunds(request: Request, id: Id) -> HandlerResult {
    let money = request
        .run(move |_, store, actor| by_staff::refunds_of_payment(store, actor, PaymentId(id.0)))
        .await?;
    Ok(HttpResponse::Ok().json(PaymentRefundsDto::from(money)))
}

/// Refunds a payment, fully or in part. Only staff may do this.
#[utoipa::path(post, path = "/api/admin/payments/{id}/refunds", tag = "payments", params(("id" = i32, Path)), request_body = RefundBody, responses(
    (status = 201, description = "The refund. If the provider didn't respond, it is due and will be requested again", body = RefundDto),
    (status = 400, description = "Not valid JSON", body = ErrorBody),
    (status = 404, description = "No such payment", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: another refund was made in the meantime; `taken_by_bank`: a chargeback withholds the money; `fee_of_open_case`: the fee of an open case can't be refunded in part", body = ErrorBody),
    (status = 422, description = "Invalid fields, or more than the refundable amount", body = ErrorBody),
))]
async fn refund_payment(request: Request, id: Id, body: Body<RefundBody>) -> HandlerResult {
    let refund = request
        .run_detached_with(body, move |deps, actor, body| {
            by_staff::order_refund(deps, actor, PaymentId(id.0), &body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Created().json(RefundDto::from(refund)))
}

/// Retries a refund now. Only staff may do this. A repeated request never refunds the money twice.
#[utoipa::path(post, path = "/api/admin/refunds/{id}/retry", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "The refund's current state. If a bank had returned it, the new refund", body = RefundDto),
    (status = 404, description = "No such refund", body = ErrorBody),
    (status = 409, description = "`taken_by_bank`: a chargeback withholds the money", body = ErrorBody),
    (status = 422, description = "`more_than_left`: less than the refund's amount is left", body = ErrorBody),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
async fn retry_refund(request: Request, id: Id) -> HandlerResult {
    let refund =
        request.run_detached(move |deps, actor| by_staff::retry_refund(deps, actor, RefundId(id.0))).await?;
    Ok(HttpResponse::Ok().json(RefundDto::from(refund)))
}

/// Records that staff paid a refund another way, after it failed or was refused.
#[utoipa::path(post, path = "/api/admin/refunds/{id}/paid-otherwise", tag = "payments", params(("id" = i32, Path)), request_body = PaidOtherwiseBody, responses(
    (status = 200, description = "The refund", body = RefundDto),
    (status = 400, description = "Not valid JSON", body = ErrorBody),
    (status = 404, description = "No such refund", body = ErrorBody),
    (status = 409, description = "It has not failed, or the money was refunded in the meantime", body = ErrorBody),
    (status = 422, description = "Invalid fields; `more_than_left`: less than the refund's amount is left", body = ErrorBody),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
async fn paid_otherwise(request: Request, id: Id, body: Body<PaidOtherwiseBody>) -> HandlerResult {
    let refund = request
        .run_detached_with(body, move |deps, actor, body| {
            by_staff::mark_paid_otherwise(deps, actor, RefundId(id.0), &body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Ok().json(RefundDto::from(refund)))
}
