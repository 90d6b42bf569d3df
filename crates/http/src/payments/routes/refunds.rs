//! Refunds by staff.

use actix_web::{HttpResponse, web};
use application::payments::refunds::by_staff;
use domain::shared::ids::{PaymentId, RefundId};

use crate::edge::caller::Caller;
use crate::edge::use_case::{as_user, as_user_at_provider, as_user_at_provider_with};
use crate::payments::dto::refund::{PaidOtherwiseBody, PaymentRefundsDto, RefundBody, RefundDto};
use crate::shared::body::{Body, Staff};
use crate::shared::error::{ApiError, ErrorBody};
use crate::shared::path::Id;
use crate::shared::resource::resource;
use crate::state::State;

/// Registers the routes.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(
            resource("/api/admin/payments/{id}/refunds", "GET, POST")
                .route(web::get().to(list_refunds))
                .route(web::post().to(refund_payment)),
        )
        .service(resource("/api/admin/refunds/{id}/retry", "POST").route(web::post().to(retry_refund)))
        .service(
            resource("/api/admin/refunds/{id}/paid-otherwise", "POST").route(web::post().to(paid_otherwise)),
        );
}

/// A payment's money, and what of it has gone back.
#[utoipa::path(get, path = "/api/admin/payments/{id}/refunds", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "What came in, what is back, what is left", body = PaymentRefundsDto),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such payment", body = ErrorBody),
))]
pub async fn list_refunds(state: State, caller: Caller, id: Id) -> Result<HttpResponse, ApiError> {
    let money =
        as_user(&state, &caller, move |_, store, actor| by_staff::of_payment(store, actor, PaymentId(id.0)))
            .await?;
    Ok(HttpResponse::Ok().json(PaymentRefundsDto::from(money)))
}

/// Staff give all or a part of a payment back.
#[utoipa::path(post, path = "/api/admin/payments/{id}/refunds", tag = "payments", params(("id" = i32, Path)), request_body = RefundBody, responses(
    (status = 201, description = "The refund; where the provider did not answer it is due, and asked for again", body = RefundDto),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such payment", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: another refund came in between; `taken_by_bank`: a chargeback keeps the money", body = ErrorBody),
    (status = 422, description = "A field is wrong, or more than is left", body = ErrorBody),
))]
pub async fn refund_payment(
    state: State,
    caller: Caller,
    id: Id,
    body: Body<RefundBody, Staff>,
) -> Result<HttpResponse, ApiError> {
    let refund = as_user_at_provider_with(&state, &caller, body, move |deps, actor, body| {
        by_staff::refund(deps, actor, PaymentId(id.0), &body.read()?)
    })
    .await?;
    Ok(HttpResponse::Created().json(RefundDto::from(refund)))
}

/// Staff ask for a refund again now. Repeating the call never gives money back twice.
#[utoipa::path(post, path = "/api/admin/refunds/{id}/retry", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "Where the refund stands; after one that a bank sent back, the new one", body = RefundDto),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such refund", body = ErrorBody),
    (status = 409, description = "`taken_by_bank`: a chargeback keeps the money", body = ErrorBody),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
pub async fn retry_refund(state: State, caller: Caller, id: Id) -> Result<HttpResponse, ApiError> {
    let refund = as_user_at_provider(&state, &caller, move |deps, actor| {
        by_staff::ask_again(deps, actor, RefundId(id.0))
    })
    .await?;
    Ok(HttpResponse::Ok().json(RefundDto::from(refund)))
}

/// Staff record that a refund which failed was given back in another way.
#[utoipa::path(post, path = "/api/admin/refunds/{id}/paid-otherwise", tag = "payments", params(("id" = i32, Path)), request_body = PaidOtherwiseBody, responses(
    (status = 200, description = "The refund", body = RefundDto),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such refund", body = ErrorBody),
    (status = 409, description = "It has not failed, or was settled meanwhile", body = ErrorBody),
    (status = 422, description = "Invalid fields", body = ErrorBody),
))]
pub async fn paid_otherwise(
    state: State,
    caller: Caller,
    id: Id,
    body: Body<PaidOtherwiseBody, Staff>,
) -> Result<HttpResponse, ApiError> {
    let refund = as_user_at_provider_with(&state, &caller, body, move |deps, actor, body| {
        by_staff::paid_otherwise(deps, actor, RefundId(id.0), &body.read()?)
    })
    .await?;
    Ok(HttpResponse::Ok().json(RefundDto::from(refund)))
}
