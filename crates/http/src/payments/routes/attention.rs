//! Money that needs the eyes of staff.

use actix_web::{HttpResponse, web};
use application::payments::attention;
use domain::shared::ids::PaymentId;

use crate::edge::caller::Caller;
use crate::edge::use_case::{as_user, as_user_detached};
use crate::payments::dto::attention::{AttentionDto, RefundDto};
use crate::shared::error::{ApiError, ErrorBody};
use crate::shared::path::Id;
use crate::shared::resource::resource;
use crate::state::State;

/// The routes.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(resource("/api/admin/money-attention", "GET").route(web::get().to(money_attention)))
        .service(
            resource("/api/admin/payments/{id}/retry-refund", "POST").route(web::post().to(retry_refund)),
        );
}

/// Refunds that are under way or failed, and events of the payment provider that could not be read.
#[utoipa::path(get, path = "/api/admin/money-attention", tag = "payments", responses(
    (status = 200, description = "At most 200 of each", body = AttentionDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
pub async fn money_attention(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let found = as_user(&state, &caller, |_, store, actor| attention::attention(store, actor)).await?;
    Ok(HttpResponse::Ok().json(AttentionDto::from(found)))
}

/// Staff ask for a refund now. Repeating the call never gives money back twice.
#[utoipa::path(post, path = "/api/admin/payments/{id}/retry-refund", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "Where the refund stands", body = RefundDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such payment", body = ErrorBody),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
pub async fn retry_refund(state: State, caller: Caller, id: Id) -> Result<HttpResponse, ApiError> {
    let payment = as_user_detached(&state, &caller, move |deps, actor| {
        attention::retry_refund(deps, actor, PaymentId(id.0))
    })
    .await?;
    Ok(HttpResponse::Ok().json(RefundDto::from(payment)))
}
