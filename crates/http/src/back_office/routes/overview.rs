//! The request for the figures of the back office's overview.

use actix_web::{HttpResponse, web};
use application::access::Actor;
use application::back_office::overview;
use serde::Deserialize;

use crate::back_office::dto::overview::OverviewDto;
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::error::{ErrorBody, HandlerResult};

const DEFAULT_DAYS: u32 = 30;
const MAX_DAYS: u32 = 90;

pub fn routes() -> Vec<Route> {
    vec![route!(show_overview, Call::read(AllowedCallers::Staff))]
}

#[derive(Debug, Deserialize)]
pub struct DaysQuery {
    days: Option<String>,
}

impl DaysQuery {
    /// Parses the number of days to show. Without the parameter, returns [`DEFAULT_DAYS`].
    fn parse(&self) -> Result<u32, application::Error> {
        let Some(text) = &self.days else { return Ok(DEFAULT_DAYS) };
        let days = text.parse().ok().filter(|days| (1..=MAX_DAYS).contains(days));
        days.ok_or_else(|| {
            application::Error::field("days", format!("Enter a whole number from 1 to {MAX_DAYS}."))
        })
    }
}

/// Returns money by day, payments by type, open work by queue and age, and hires by status.
#[utoipa::path(get, path = "/api/admin/overview", tag = "back_office", params(
    ("days" = Option<i32>, Query, description = "Number of days up to today: 30 by default, at most 90"),
), responses(
    (status = 200, description = "The figures", body = OverviewDto),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn show_overview(request: Request, query: web::Query<DaysQuery>) -> HandlerResult {
    let authorize = move |_: &Actor| query.parse();
    let overview = request
        .read(authorize, |deps, store, actor, days| overview::show_overview(deps, store, actor, *days));
    Ok(HttpResponse::Ok().json(OverviewDto::from(overview.await?)))
}
