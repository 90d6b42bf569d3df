//! Requests for the desk, the back office's start page.

use actix_web::HttpResponse;
use application::back_office::desk;

use crate::back_office::dto::desk::{SearchResultsDto, WaitingRecordDto};
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::ListQuery;

pub fn routes() -> Vec<Route> {
    vec![
        route!(search_everything, Call::read(AllowedCallers::Staff)),
        route!(list_waiting, Call::poll(AllowedCallers::Staff)),
    ]
}

/// Searches drivers by id, or part of a name, email, license number, plate or phone number. Also finds
/// records by their numbers.
#[utoipa::path(get, path = "/api/admin/search", tag = "back_office", params(
    ("q" = Option<String>, Query, description = "The search text. Empty finds nothing"),
), responses(
    (status = 200, description = "A few results of each kind", body = SearchResultsDto),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn search_everything(request: Request, query: ListQuery) -> HandlerResult {
    let search = query.search();
    let found = request.run(move |_, store, actor| desk::search_records(store, actor, search)).await?;
    Ok(HttpResponse::Ok().json(SearchResultsDto::from(found)))
}

/// Lists the 25 records that have waited longest for staff. Pages poll this request, so it never renews the session.
#[utoipa::path(get, path = "/api/admin/waiting", tag = "back_office", responses(
    (status = 200, description = "Longest waiting first", body = Vec<WaitingRecordDto>),
))]
async fn list_waiting(request: Request) -> HandlerResult {
    let (waiting, names) =
        request.run(|deps, store, actor| desk::list_longest_waiting(store, actor, deps.clock.now())).await?;
    let rows: Vec<WaitingRecordDto> =
        waiting.iter().map(|record| WaitingRecordDto::new(record, &names)).collect();
    Ok(HttpResponse::Ok().json(rows))
}
