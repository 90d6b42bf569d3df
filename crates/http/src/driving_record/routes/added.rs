//! Requests about items that drivers add themselves (docs/product/adding-tickets.md).

use actix_web::HttpResponse;
use application::driving_record::added::{add, check, lists};
use application::shared::lists::names_of;

use crate::driving_record::dto::added::{
    AddedItemBody, AddedItemDto, CheckDecisionBody, ItemToCheckDto, KnownIssuerDto,
};
use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::Request;
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::ListQuery;
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_added_items, Call::read(AllowedCallers::Driver)),
        route!(add_item, Call::write(AllowedCallers::Driver).changes(Change::Records)),
        route!(withdraw_added_item, Call::write(AllowedCallers::Driver)),
        route!(list_issuers, Call::read(AllowedCallers::DriverOrStaff)),
        route!(list_items_to_check, Call::read(AllowedCallers::Staff)),
        route!(show_item_to_check, Call::read(AllowedCallers::Staff)),
        route!(decide_added_item, Call::write(AllowedCallers::Staff)),
    ]
}

/// Lists the items that the caller added: those being checked, and those whose check ended in the last 30 days.
#[utoipa::path(get, path = "/api/added-items", tag = "driving_record", responses(
    (status = 200, description = "Newest first", body = Vec<AddedItemDto>),
))]
async fn list_added_items(request: Request) -> HandlerResult {
    let found = request.run(lists::list_own_items).await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(AddedItemDto::from).collect::<Vec<_>>()))
}

/// Adds an item to the caller's record. Staff then check the item.
#[utoipa::path(post, path = "/api/added-items", tag = "driving_record", request_body = AddedItemBody, responses(
    (status = 201, description = "The added item", body = AddedItemDto),
    (status = 409, description = "`already_on_record` with `existing`: the caller's record has this citation; `similar_on_record` with `existing`: it has one with nearly the same number, and `isAnother` isn't set; `too_many_added`", body = ErrorBody),
))]
async fn add_item(request: Request, body: Body<AddedItemBody>) -> HandlerResult {
    let added = request
        .run_detached_with(body, |deps, actor, body| {
            add::add(deps, actor, body.draft()?, body.is_another == Some(true))
        })
        .await?;
    Ok(HttpResponse::Created().json(AddedItemDto::from(added)))
}

/// Removes an item that the caller added, before staff have checked it.
#[utoipa::path(delete, path = "/api/added-items/{id}", tag = "driving_record", params(("id" = i32, Path)), responses(
    (status = 200, description = "The withdrawn item", body = AddedItemDto),
    (status = 404, description = "The caller added no such item", body = ErrorBody),
    (status = 409, description = "`check_is_over`, `already_paid`", body = ErrorBody),
))]
async fn withdraw_added_item(request: Request, id: Id) -> HandlerResult {
    let withdrawn =
        request.run_detached(move |deps, actor| add::withdraw(deps, actor, i64::from(id.0))).await?;
    Ok(HttpResponse::Ok().json(AddedItemDto::from(withdrawn)))
}

/// Searches the register of authorities by name, to suggest an issuer in a form. Returns at most eight.
#[utoipa::path(get, path = "/api/issuers", tag = "driving_record", params(
    ("q" = Option<String>, Query, description = "Part of a name. With fewer than two letters or digits, nothing is found"),
), responses(
    (status = 200, description = "At most 8, by name", body = Vec<KnownIssuerDto>),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_issuers(request: Request, query: ListQuery) -> HandlerResult {
    let text = query.q.unwrap_or_default();
    let found = request.run(move |_, store, actor| lists::search_issuers(store, actor, &text)).await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(KnownIssuerDto::from).collect::<Vec<_>>()))
}

/// Lists the items that drivers added and staff must check.
#[utoipa::path(get, path = "/api/admin/added-items", tag = "driving_record", params(
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
), responses(
    (status = 200, description = "Oldest first", body = Vec<AddedItemDto>),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_items_to_check(request: Request, query: ListQuery) -> HandlerResult {
    let (page, valid) = (query.page, query.must_have_no_sort());
    let (found, names) = request
        .run(move |_, store, actor| {
            valid?;
            let found = lists::list_items_to_check(store, actor, page)?;
            let names = names_of(store, found.items.iter().map(|one| one.added.user_id))?;
            Ok((found, names))
        })
        .await?;
    Ok(query.respond(found, |one| AddedItemDto::with_driver_name(one, &names)))
}

/// Returns an added item, with items on file that may be the same.
#[utoipa::path(get, path = "/api/admin/added-items/{id}", tag = "driving_record", params(("id" = i32, Path)), responses(
    (status = 200, description = "The added item", body = ItemToCheckDto),
    (status = 404, description = "No driver added an item under this id", body = ErrorBody),
))]
async fn show_item_to_check(request: Request, id: Id) -> HandlerResult {
    let (found, names) = request
        .run(move |_, store, actor| {
            let found = lists::read_item_to_check(store, actor, i64::from(id.0))?;
            let drivers = found.similar.iter().map(|(_, one)| one.user_id);
            let names = names_of(store, drivers.chain([found.added.added.user_id]))?;
            Ok((found, names))
        })
        .await?;
    Ok(HttpResponse::Ok().json(ItemToCheckDto::with_driver_name(found, &names)))
}

/// Ends the check of an added item with staff's decision: confirmed, merged into another item, or not found.
/// The driver gets an email.
#[utoipa::path(post, path = "/api/admin/added-items/{id}/decision", tag = "driving_record", params(("id" = i32, Path)),
request_body = CheckDecisionBody, responses(
    (status = 200, description = "The added item, checked", body = AddedItemDto),
    (status = 404, description = "No driver added an item under this id", body = ErrorBody),
    (status = 409, description = "`check_is_over`; `changed_meanwhile`; `citation_exists` with `existing`: a confirmed item has this citation; `already_paid`: the item to remove is paid; `too_many_files`", body = ErrorBody),
))]
async fn decide_added_item(request: Request, id: Id, body: Body<CheckDecisionBody>) -> HandlerResult {
    let (checked, names) = request
        .run_detached_with(body, move |deps, actor, body| {
            check::decide(deps, actor, i64::from(id.0), body.version, &body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Ok().json(AddedItemDto::with_driver_name(checked, &names)))
}
