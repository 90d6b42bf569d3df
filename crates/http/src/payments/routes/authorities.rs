//! Requests about the register of authorities. Only staff may send these requests
//! (docs/product/money-to-authorities.md#remittances).

use actix_web::{HttpRequest, HttpResponse, web};
use application::payments::remittances::merging::{self, MergeRequest};
use application::payments::remittances::register;
use domain::shared::ids::AuthorityId;
use serde::Deserialize;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::payments::dto::authorities::{
    AssignBody, AssignedDto, AuthorityBody, AuthorityChangeBody, AuthorityDto, MergeBody, MergePreviewDto,
};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_authorities, Call::read(AllowedCallers::Staff)),
        route!(add_authority, Call::write(AllowedCallers::Staff)),
        route!(change_authority, Call::write(AllowedCallers::Staff)),
        route!(preview_merge, Call::read(AllowedCallers::Staff)),
        route!(merge_authorities, Call::write(AllowedCallers::Staff)),
        route!(assign_payments, Call::write(AllowedCallers::Staff)),
    ]
}

/// Lists the authorities, by name.
#[utoipa::path(get, path = "/api/admin/authorities", tag = "payments", responses(
    (status = 200, description = "At most 2,000", body = Vec<AuthorityDto>),
))]
async fn list_authorities(request: Request) -> HandlerResult {
    let found = request.run(|_, store, actor| register::list_authorities(store, actor)).await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(AuthorityDto::from).collect::<Vec<_>>()))
}

/// Adds an authority. Money owed for items whose issuer has one of the authority's names is assigned to the authority.
#[utoipa::path(post, path = "/api/admin/authorities", tag = "payments", request_body = AuthorityBody, responses(
    (status = 201, description = "The authority", body = AuthorityDto),
    (status = 409, description = "`equal_citations`: its names would give items in `equal` the same issuer and number", body = ErrorBody),
    (status = 422, description = "Invalid fields, a name that is already used, or too many authorities", body = ErrorBody),
))]
async fn add_authority(request: Request, body: Body<AuthorityBody>) -> HandlerResult {
    let added = request
        .run_detached_with(body, move |deps, actor, body| {
            register::add_authority(deps, actor, &body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Created().json(AuthorityDto::from(added)))
}

/// Changes an authority.
#[utoipa::path(patch, path = "/api/admin/authorities/{id}", tag = "payments", params(("id" = i32, Path)),
request_body = AuthorityChangeBody, responses(
    (status = 200, description = "The authority", body = AuthorityDto),
    (status = 404, description = "No such authority", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`, with `changedBy` and `changedAt`; `equal_citations`: its names would give items in `equal` the same issuer and number", body = ErrorBody),
    (status = 422, description = "Invalid fields, or a name that is already used", body = ErrorBody),
))]
async fn change_authority(request: Request, id: Id, body: Body<AuthorityChangeBody>) -> HandlerResult {
    let changed = request
        .run_detached_with(body, move |deps, actor, body| {
            register::change_authority(deps, actor, (AuthorityId(id.0), body.version), &body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Ok().json(AuthorityDto::from(changed)))
}

#[derive(Deserialize)]
struct IntoQuery {
    into: i32,
}

/// Returns the effects of merging an authority into another one. Changes nothing.
#[utoipa::path(get, path = "/api/admin/authorities/{id}/merge", tag = "payments", params(
    ("id" = i32, Path, description = "The authority to delete"),
    ("into" = i32, Query, description = "The authority that stays"),
), responses(
    (status = 200, description = "What would move", body = MergePreviewDto),
    (status = 404, description = "No such authority", body = ErrorBody),
    (status = 422, description = "No number, or an authority that it can't be merged into", body = ErrorBody),
))]
async fn preview_merge(request: Request, id: Id, http: HttpRequest) -> HandlerResult {
    let into = web::Query::<IntoQuery>::from_query(http.query_string());
    let found = request
        .run(move |deps, store, actor| {
            let into = into.ok().map(|query| AuthorityId(query.into));
            merging::preview_merge(deps, store, actor, AuthorityId(id.0), into)
        })
        .await?;
    Ok(HttpResponse::Ok().json(MergePreviewDto::from(found)))
}

/// Merges an authority into another one, and deletes the merged authority. The names, items, remittances and
/// payments of the deleted authority move to the remaining authority. This can't be undone.
#[utoipa::path(post, path = "/api/admin/authorities/{id}/merge", tag = "payments",
params(("id" = i32, Path, description = "The authority to delete")), request_body = MergeBody, responses(
    (status = 200, description = "The authority that stays", body = AuthorityDto),
    (status = 404, description = "No such authority", body = ErrorBody),
    (status = 409, description = "`equal_citations`: items in `equal` would have the same issuer and number; `changed_meanwhile`, with `changedBy` and `changedAt`", body = ErrorBody),
    (status = 422, description = "An authority that it can't be merged into", body = ErrorBody),
))]
async fn merge_authorities(request: Request, id: Id, body: Body<MergeBody>) -> HandlerResult {
    let kept = request
        .run_detached_with(body, move |deps, actor, body| {
            let request = MergeRequest {
                merged: (AuthorityId(id.0), body.version),
                into: (AuthorityId(body.into), body.into_version),
            };
            merging::merge_authorities(deps, actor, request)
        })
        .await?;
    Ok(HttpResponse::Ok().json(AuthorityDto::from(kept)))
}

/// Assigns payments that have not been sent yet to an authority.
#[utoipa::path(post, path = "/api/admin/authorities/{id}/payments", tag = "payments", params(("id" = i32, Path)),
request_body = AssignBody, responses(
    (status = 200, description = "Number of payments assigned", body = AssignedDto),
    (status = 404, description = "No such authority", body = ErrorBody),
    (status = 422, description = "No payments, or too many", body = ErrorBody),
))]
async fn assign_payments(request: Request, id: Id, body: Body<AssignBody>) -> HandlerResult {
    let assigned = request
        .run_detached_with(body, move |deps, actor, body| {
            register::assign_payments(deps, actor, AuthorityId(id.0), &body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Ok().json(AssignedDto { assigned }))
}
