//! Requests about items that were filed by plate for a day on which the plate didn't belong to the driver.

use std::collections::HashMap;

use actix_web::HttpResponse;
use application::Error;
use application::imports::plate_reviews;
use application::shared::lists::names_of;
use chrono::NaiveDate;
use domain::imports::import::ImportKind;
use domain::shared::ids::UserId;
use ports::imports::plate_reviews::PlateReview;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::body::Body;
use crate::shared::enums as word;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::ListQuery;

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_plate_reviews, Call::read(AllowedCallers::Staff)),
        route!(decide_plate_review, Call::write(AllowedCallers::Staff)),
    ]
}

/// An item that was filed by plate for a day on which the plate didn't belong to the driver.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlateReview)]
pub struct PlateReviewDto {
    /// The kind of item.
    pub kind: word::ImportKind,
    /// The item's id within its kind.
    pub item_id: i32,
    /// The id of the driver whose record has the item.
    pub user_id: i32,
    /// The driver's full name or, if none is stored, the part of the email address before the `@`. Null if
    /// the account is closed.
    pub driver_name: Option<String>,
    /// The violation, or the toll road.
    pub label: String,
    /// The day of the violation or toll.
    pub date: NaiveDate,
    /// The amount, as entered.
    pub amount: String,
    /// Whether the item is paid.
    pub is_paid: bool,
}

impl PlateReviewDto {
    /// Builds the response, with the driver's name from `names`.
    fn of(review: PlateReview, names: &HashMap<UserId, String>) -> Self {
        Self {
            kind: review.kind.into(),
            item_id: review.item,
            user_id: review.user.0,
            driver_name: names.get(&review.user).cloned(),
            label: review.label,
            date: review.date,
            amount: review.amount,
            is_paid: review.is_paid,
        }
    }
}

/// Body of `POST /api/admin/plate-reviews/decide`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlateReviewBody {
    /// The kind of item.
    #[schema(value_type = word::ImportKind)]
    pub kind: String,
    /// The item's id within its kind.
    pub item_id: i32,
    /// True to keep the item on the driver's record, false to remove it.
    pub is_theirs: bool,
}

/// The decision, as it was stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlateReviewDecision)]
pub struct PlateReviewDecisionDto {
    /// True if the item stays on the driver's record, false if it was removed.
    pub is_theirs: bool,
}

/// Lists items that were filed by plate for a day on which the plate didn't belong to the driver.
#[utoipa::path(get, path = "/api/admin/plate-reviews", tag = "imports", params(
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
), responses(
    (status = 200, description = "By kind and id", body = Vec<PlateReviewDto>),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_plate_reviews(request: Request, query: ListQuery) -> HandlerResult {
    let (page, checked) = (query.page, query.must_have_no_sort());
    let (found, names) = request
        .run(move |_, store, actor| {
            checked?;
            let found = plate_reviews::list_plate_reviews(store, actor, page)?;
            let names = names_of(store, found.items.iter().map(|review| review.user))?;
            Ok((found, names))
        })
        .await?;
    Ok(query.respond(found, |review| PlateReviewDto::of(review, &names)))
}

/// Stores staff's decision: the item stays on the driver's record, or is removed.
#[utoipa::path(post, path = "/api/admin/plate-reviews/decide", tag = "imports", request_body = PlateReviewBody, responses(
    (status = 200, description = "The decision", body = PlateReviewDecisionDto),
    (status = 404, description = "The item is not listed", body = ErrorBody),
    (status = 422, description = "Invalid fields: `kind`", body = ErrorBody),
))]
async fn decide_plate_review(request: Request, body: Body<PlateReviewBody>) -> HandlerResult {
    let decision = request
        .run_detached_with(body, move |deps, actor, body| {
            let kind = ImportKind::parse(&body.kind)
                .ok_or_else(|| Error::field("kind", "Must be one of ticket, parking, toll."))?;
            plate_reviews::decide_plate_review(deps, actor, kind, body.item_id, body.is_theirs)?;
            Ok(PlateReviewDecisionDto { is_theirs: body.is_theirs })
        })
        .await?;
    Ok(HttpResponse::Ok().json(decision))
}
