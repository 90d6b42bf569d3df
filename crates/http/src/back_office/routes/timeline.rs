//! The request for a driver's timeline.

use actix_web::{HttpResponse, web};
use application::access::Actor;
use application::back_office::timeline;
use domain::shared::ids::UserId;

use crate::back_office::dto::timeline::{TimelineEntryDto, TimelineQuery};
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![route!(show_timeline, Call::read(AllowedCallers::Staff))]
}

/// Returns the timeline of a driver, newest first: items, payments, hires, inquiries, reports, requests for
/// texts, and audit entries.
#[utoipa::path(get, path = "/api/admin/users/{id}/timeline", tag = "back_office", params(
    ("id" = i32, Path, description = "The user's id"),
    ("kinds" = Option<String>, Query, description = "Only these kinds, separated by commas"),
    ("before" = Option<String>, Query, description = "The cursor of the last entry received"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
), responses(
    (status = 200, description = "Newest first", body = Vec<TimelineEntryDto>),
    (status = 404, description = "No such user", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn show_timeline(request: Request, id: Id, query: web::Query<TimelineQuery>) -> HandlerResult {
    let authorize = move |_: &Actor| query.parse();
    let entries = request.read(authorize, move |_, store, actor, filter| {
        let (kinds, before, limit) = filter;
        timeline::show_timeline(store, actor, UserId(id.0), kinds, *before, *limit)
    });
    Ok(HttpResponse::Ok().json(entries.await?.into_iter().map(TimelineEntryDto::from).collect::<Vec<_>>()))
}
