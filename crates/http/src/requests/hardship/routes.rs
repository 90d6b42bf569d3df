//! Requests of drivers who can't pay an item now, and staff's answers.

use actix_web::HttpResponse;
use application::requests::hardship;
use application::shared::lists::names_of;

use crate::edge::limits::call_class::RateLimitClass;
use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::Request;
use crate::requests::hardship::dto::{HardshipAnswerBody, HardshipBody, HardshipRequestDto};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::ListQuery;
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_hardship_requests, Call::read(AllowedCallers::Driver)),
        route!(
            ask_for_relief,
            Call::write(AllowedCallers::Driver).class(RateLimitClass::Inquiry).changes(Change::Records)
        ),
        route!(list_open_hardship_requests, Call::read(AllowedCallers::Staff)),
        route!(show_hardship_request, Call::read(AllowedCallers::Staff)),
        route!(answer_hardship_request, Call::write(AllowedCallers::Staff).changes(Change::Records)),
    ]
}

/// Lists the caller's requests about items that they can't pay now, with staff's answers.
#[utoipa::path(get, path = "/api/hardship-requests", tag = "requests", responses(
    (status = 200, description = "At most 50, newest first", body = Vec<HardshipRequestDto>),
))]
async fn list_hardship_requests(request: Request) -> HandlerResult {
    let found = request.run(|_, store, actor| hardship::list_own_requests(store, actor)).await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(HardshipRequestDto::from).collect::<Vec<_>>()))
}

/// Sends staff a request about an item that the caller can't pay now. The item itself doesn't change.
#[utoipa::path(post, path = "/api/hardship-requests", tag = "requests", request_body = HardshipBody, responses(
    (status = 201, description = "The request", body = HardshipRequestDto),
    (status = 404, description = "The caller has no such item", body = ErrorBody),
    (status = 409, description = "`already_asked` while a request about this item is open; `too_many_asked`", body = ErrorBody),
    (status = 422, description = "Invalid fields, or nothing to pay for this item", body = ErrorBody),
))]
async fn ask_for_relief(request: Request, body: Body<HardshipBody>) -> HandlerResult {
    let asked = request
        .run_detached_with(body, |deps, actor, body| {
            actor.must_be_driver()?;
            let (item, answers) = body.parse()?;
            hardship::send_hardship_request(deps, actor, item, &answers)
        })
        .await?;
    Ok(HttpResponse::Created().json(HardshipRequestDto::from(asked)))
}

/// Lists the unanswered requests of drivers who can't pay an item now.
#[utoipa::path(get, path = "/api/admin/hardship-requests", tag = "requests", params(
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
), responses(
    (status = 200, description = "Oldest first", body = Vec<HardshipRequestDto>),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_open_hardship_requests(request: Request, query: ListQuery) -> HandlerResult {
    let (page, valid) = (query.page, query.must_have_no_sort());
    let (found, names) = request
        .run(move |_, store, actor| {
            actor.must_be_admin()?;
            valid?;
            let found = hardship::list_open_requests(store, actor, page)?;
            let names = names_of(store, found.items.iter().map(|one| one.request.user_id))?;
            Ok((found, names))
        })
        .await?;
    Ok(query.respond(found, |one| HardshipRequestDto::with_driver_name(one, &names)))
}

/// Returns a request of a driver who can't pay an item now.
#[utoipa::path(get, path = "/api/admin/hardship-requests/{id}", tag = "requests", params(("id" = i32, Path)), responses(
    (status = 200, description = "The request", body = HardshipRequestDto),
    (status = 404, description = "No such request", body = ErrorBody),
))]
async fn show_hardship_request(request: Request, id: Id) -> HandlerResult {
    let (found, names) = request
        .run(move |_, store, actor| {
            let found = hardship::show(store, actor, i64::from(id.0))?;
            let names = names_of(store, [found.request.user_id].into_iter())?;
            Ok((found, names))
        })
        .await?;
    Ok(HttpResponse::Ok().json(HardshipRequestDto::with_driver_name(found, &names)))
}

/// Answers a request of a driver who can't pay an item now. The driver gets an email.
#[utoipa::path(post, path = "/api/admin/hardship-requests/{id}/answer", tag = "requests",
params(("id" = i32, Path)), request_body = HardshipAnswerBody, responses(
    (status = 200, description = "The answered request", body = HardshipRequestDto),
    (status = 404, description = "No such request", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: it is already answered", body = ErrorBody),
))]
async fn answer_hardship_request(request: Request, id: Id, body: Body<HardshipAnswerBody>) -> HandlerResult {
    let (answered, names) = request
        .run_detached_with(body, move |deps, actor, body| {
            actor.must_be_admin()?;
            hardship::answer(deps, actor, i64::from(id.0), body.version, body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Ok().json(HardshipRequestDto::with_driver_name(answered, &names)))
}
