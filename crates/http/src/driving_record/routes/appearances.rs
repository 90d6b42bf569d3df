//! The request for the court appearances that a driver must still attend.

use actix_web::HttpResponse;
use application::driving_record::appearances;
use domain::shared::ids::UserId;

use crate::driving_record::dto::appearance::AppearanceDto;
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![route!(list_court_appearances, Call::read(AllowedCallers::DriverOrStaff))]
}

/// Lists the court appearances that a driver must still attend, by date. Until staff have prepared the
/// record, a driver gets only the appearances for tickets that the driver added.
#[utoipa::path(get, path = "/api/court-appearances/{userId}", tag = "driving_record",
params(
    ("userId" = i32, Path, description = "The driver's user id"),
    ("requestedBy" = Option<i32>, Query, description = "Ignored: the session identifies the caller"),
),
responses(
    (status = 200, description = "All appearances. Those without a date come last", body = Vec<AppearanceDto>),
    (status = 403, description = "The record is another user's", body = ErrorBody),
    (status = 404, description = "No such user", body = ErrorBody),
))]
pub(crate) async fn list_court_appearances(request: Request, id: Id) -> HandlerResult {
    let pending = request
        .run(move |deps, store, actor| appearances::appearances_of_driver(deps, store, actor, UserId(id.0)))
        .await?;
    Ok(HttpResponse::Ok().json(pending.into_iter().map(AppearanceDto::from).collect::<Vec<_>>()))
}
