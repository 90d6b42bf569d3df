//! Money that needs the eyes of staff.

use actix_web::{HttpResponse, web};
use application::payments::attention;

use crate::edge::caller::Caller;
use crate::edge::use_case::as_user;
use crate::payments::dto::attention::AttentionDto;
use crate::shared::error::{ApiError, ErrorBody};
use crate::shared::resource::resource;
use crate::state::State;

/// The routes.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(resource("/api/admin/money-attention", "GET").route(web::get().to(money_attention)));
}

/// Refunds that are under way or failed, events of the payment provider that could not be read, and money that is no payment
/// of ours.
#[utoipa::path(get, path = "/api/admin/money-attention", tag = "payments", responses(
    (status = 200, description = "At most 200 of each", body = AttentionDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
pub async fn money_attention(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let found = as_user(&state, &caller, |_, store, actor| attention::attention(store, actor)).await?;
    Ok(HttpResponse::Ok().json(AttentionDto::new(found, state.settings.test_mode)))
}
