//! Requests about the register of authorities. Only staff may send them
//! (docs/product/money-to-authorities.md#remittances).

use actix_web::{HttpResponse, web};
use application::payments::remittances::register;
use domain::shared::ids::AuthorityId;

use crate::edge::caller::Caller;
use crate::edge::use_case::{as_user, as_user_detached_with};
use crate::payments::dto::authorities::{
    AssignBody, AssignedDto, AuthorityBody, AuthorityChangeBody, AuthorityDto,
};
use crate::shared::body::{Body, Staff};
use crate::shared::error::{ApiError, ErrorBody};
use crate::shared::path::Id;
use crate::shared::resource::resource;
use crate::state::State;

/// Registers the routes under `/api/admin/authorities`.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(
            resource("/api/admin/authorities", "GET, POST")
                .route(web::get().to(list_authorities))
                .route(web::post().to(add_authority)),
        )
        .service(resource("/api/admin/authorities/{id}", "PATCH").route(web::patch().to(change_authority)))
        .service(
            resource("/api/admin/authorities/{id}/payments", "POST").route(web::post().to(assign_payments)),
        );
}

/// Lists the authorities, by name.
#[utoipa::path(get, path = "/api/admin/authorities", tag = "payments", responses(
    (status = 200, description = "At most 2,000", body = Vec<AuthorityDto>),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
pub async fn list_authorities(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let found = as_user(&state, &caller, |_, store, actor| register::list(store, actor)).await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(AuthorityDto::from).collect::<Vec<_>>()))
}

/// Adds an authority. Money owed for items whose issuer has one of its names is assigned to it.
#[utoipa::path(post, path = "/api/admin/authorities", tag = "payments", request_body = AuthorityBody, responses(
    (status = 201, description = "The authority", body = AuthorityDto),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 422, description = "Invalid fields, a name that is already used, or too many authorities", body = ErrorBody),
))]
pub async fn add_authority(
    state: State,
    caller: Caller,
    body: Body<AuthorityBody, Staff>,
) -> Result<HttpResponse, ApiError> {
    let added = as_user_detached_with(&state, &caller, body, move |deps, actor, body| {
        register::add(deps, actor, &body.read()?)
    })
    .await?;
    Ok(HttpResponse::Created().json(AuthorityDto::from(added)))
}

/// Changes an authority.
#[utoipa::path(patch, path = "/api/admin/authorities/{id}", tag = "payments", params(("id" = i32, Path)),
request_body = AuthorityChangeBody, responses(
    (status = 200, description = "The authority", body = AuthorityDto),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such authority", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`, with `changedBy` and `changedAt`", body = ErrorBody),
    (status = 422, description = "Invalid fields, or a name that is already used", body = ErrorBody),
))]
pub async fn change_authority(
    state: State,
    caller: Caller,
    id: Id,
    body: Body<AuthorityChangeBody, Staff>,
) -> Result<HttpResponse, ApiError> {
    let changed = as_user_detached_with(&state, &caller, body, move |deps, actor, body| {
        register::change(deps, actor, (AuthorityId(id.0), body.version), &body.read()?)
    })
    .await?;
    Ok(HttpResponse::Ok().json(AuthorityDto::from(changed)))
}

/// Assigns payments to an authority, if their money hasn't been sent.
#[utoipa::path(post, path = "/api/admin/authorities/{id}/payments", tag = "payments", params(("id" = i32, Path)),
request_body = AssignBody, responses(
    (status = 200, description = "Number of payments assigned", body = AssignedDto),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such authority", body = ErrorBody),
    (status = 422, description = "No payments, or too many", body = ErrorBody),
))]
pub async fn assign_payments(
    state: State,
    caller: Caller,
    id: Id,
    body: Body<AssignBody, Staff>,
) -> Result<HttpResponse, ApiError> {
    let assigned = as_user_detached_with(&state, &caller, body, move |deps, actor, body| {
        register::assign(deps, actor, AuthorityId(id.0), &body.read()?)
    })
    .await?;
    Ok(HttpResponse::Ok().json(AssignedDto { assigned }))
}
