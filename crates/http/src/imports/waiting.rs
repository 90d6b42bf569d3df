//! Requests about citations that wait for staff's decision, or that match no driver.

use actix_web::HttpResponse;
use application::imports::waiting;
use application::shared::lists::names_of;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::imports::waiting_dto::{
    CitationDecisionBody, DecisionCountsDto, WaitingCitationDto, parse_filter,
};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::ListQuery;

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_citations, Call::read(AllowedCallers::Staff)),
        route!(decide_citations, Call::write(AllowedCallers::Staff)),
    ]
}

/// Lists citations that staff must decide on, or citations that match no driver.
#[utoipa::path(get, path = "/api/admin/citations", tag = "imports", params(
    ("waits" = Option<String>, Query, description = "`decision` (default) or `driver`"),
    ("userId" = Option<i32>, Query, description = "Only citations that may belong to the driver with this id"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
), responses(
    (status = 200, description = "Oldest first", body = Vec<WaitingCitationDto>),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_citations(request: Request, query: ListQuery) -> HandlerResult {
    let (page, filter) = (query.page, parse_filter(&query));
    let (found, names) = request
        .run(move |_, store, actor| {
            let (waits, candidate) = filter?;
            let found = waiting::list_waiting_citations(store, actor, waits, candidate, page)?;
            let names = names_of(store, found.items.iter().filter_map(|citation| citation.candidate))?;
            Ok((found, names))
        })
        .await?;
    Ok(query.respond(found, |citation| WaitingCitationDto::of(citation, &names)))
}

/// Stores a decision about citations: the citations become items of the proposed drivers, or wait
/// for other drivers.
#[utoipa::path(post, path = "/api/admin/citations/decide", tag = "imports", request_body = CitationDecisionBody, responses(
    (status = 200, description = "The result", body = DecisionCountsDto),
    (status = 409, description = "`large_amounts`: some are above $5,000, and `largeAmounts` isn't set", body = ErrorBody),
    (status = 422, description = "Invalid fields: `ids`", body = ErrorBody),
))]
async fn decide_citations(request: Request, body: Body<CitationDecisionBody>) -> HandlerResult {
    let decided = request
        .run_detached_with(body, move |deps, actor, body| {
            waiting::decide_citations(deps, actor, &body.ids(), body.decision())
        })
        .await?;
    Ok(HttpResponse::Ok().json(DecisionCountsDto::from(decided)))
}
