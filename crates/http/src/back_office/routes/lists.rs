//! The back office's own lists, and the counts above all of them.

use actix_web::{HttpResponse, web};
use application::back_office::lists;

use crate::back_office::dto::lists::{
    self as dto, HireSummaryDto, InquirySummaryDto, ReportSummaryDto, StatusRequestDto,
    StatusRequestSummaryDto, TextRequestSummaryDto, TransactionSummaryDto, UnsolvedCountsDto,
    VehicleUpdateDto, VehicleUpdateSummaryDto,
};
use crate::edge::caller::Caller;
use crate::edge::use_case::{as_poller, as_user};
use crate::shared::error::{ApiError, ErrorBody};
use crate::shared::list_query::ListQuery;
use crate::shared::resource::resource;
use crate::shared::words as word;
use crate::state::State;

/// The routes.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(resource("/api/admin/vehicle-updates", "GET").route(web::get().to(list_vehicle_updates)))
        .service(resource("/api/admin/status-requests", "GET").route(web::get().to(list_status_requests)))
        .service(resource("/api/admin/lawyer-hires/summary", "GET").route(web::get().to(hire_summary)))
        .service(
            resource("/api/admin/payment-transactions/summary", "GET")
                .route(web::get().to(transaction_summary)),
        )
        .service(resource("/api/admin/missing-tickets/summary", "GET").route(web::get().to(report_summary)))
        .service(
            resource("/api/admin/vehicle-updates/summary", "GET")
                .route(web::get().to(vehicle_update_summary)),
        )
        .service(
            resource("/api/admin/status-requests/summary", "GET")
                .route(web::get().to(status_request_summary)),
        )
        .service(resource("/api/admin/help-inquiries/summary", "GET").route(web::get().to(inquiry_summary)))
        .service(
            resource("/api/admin/text-notifications/summary", "GET")
                .route(web::get().to(text_request_summary)),
        )
        .service(resource("/api/admin/unsolved-counts", "GET").route(web::get().to(unsolved_counts)));
}

/// Users who gave a plate, the latest plate first.
#[utoipa::path(get, path = "/api/admin/vehicle-updates", tag = "back_office", params(
    ("q" = Option<String>, Query, description = "Id, or a part of name, e-mail, license number, state or plate"),
    ("solved" = Option<bool>, Query, description = "Dealt with, or not"),
    ("limit" = Option<i32>, Query, description = "50 unless told, at most 200"),
    ("offset" = Option<i32>, Query, description = "At most 10,000"),
    ("before" = Option<i32>, Query, description = "Only what comes after the row with this id, newest first"),
), responses(
    (status = 200, description = "Newest first", body = Vec<VehicleUpdateDto>),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 422, description = "Wrong query", body = ErrorBody),
))]
pub async fn list_vehicle_updates(
    state: State,
    caller: Caller,
    query: ListQuery,
) -> Result<HttpResponse, ApiError> {
    let asked = dto::vehicle_updates(&query);
    let paged = as_user(&state, &caller, move |_, store, actor| {
        actor.must_be_admin()?;
        lists::vehicle_updates(store, actor, &asked?)
    })
    .await?;
    Ok(query.answer_on(paged, |user| user.id.0, VehicleUpdateDto::from))
}

/// Users who asked for a license status check, the latest first. SSN digits are asterisks.
#[utoipa::path(get, path = "/api/admin/status-requests", tag = "back_office", params(
    ("q" = Option<String>, Query, description = "Id, or a part of name, e-mail, license number or state"),
    ("solved" = Option<bool>, Query, description = "Dealt with, or not"),
    ("state" = Option<String>, Query, description = "Full name of a state"),
    ("limit" = Option<i32>, Query, description = "50 unless told, at most 200"),
    ("offset" = Option<i32>, Query, description = "At most 10,000"),
    ("before" = Option<i32>, Query, description = "Only what comes after the row with this id, newest first"),
), responses(
    (status = 200, description = "Newest first", body = Vec<StatusRequestDto>),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 422, description = "Wrong query", body = ErrorBody),
))]
pub async fn list_status_requests(
    state: State,
    caller: Caller,
    query: ListQuery,
) -> Result<HttpResponse, ApiError> {
    let asked = dto::status_requests(&query);
    let paged = as_user(&state, &caller, move |_, store, actor| {
        actor.must_be_admin()?;
        lists::status_requests(store, actor, &asked?)
    })
    .await?;
    Ok(query.answer_on(paged, |request| request.user.id.0, StatusRequestDto::from))
}

/// Counts over all lawyer hires.
#[utoipa::path(get, path = "/api/admin/lawyer-hires/summary", tag = "back_office", responses(
    (status = 200, description = "The counts", body = HireSummaryDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
pub async fn hire_summary(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let found = as_user(&state, &caller, |_, store, actor| lists::hire_summary(store, actor)).await?;
    Ok(HttpResponse::Ok().json(HireSummaryDto::from(found)))
}

/// Sums over the payment transactions that the list's filters let through.
#[utoipa::path(get, path = "/api/admin/payment-transactions/summary", tag = "back_office", params(
    ("userId" = Option<i32>, Query, description = "Of this user"),
    ("type" = Option<String>, Query, description = "`all`, `traffic_ticket`, `parking` or `toll`"),
    ("status" = Option<word::TransactionStatus>, Query, description = "In this status"),
    ("q" = Option<String>, Query, description = "As in the list"),
), responses(
    (status = 200, description = "The sums", body = TransactionSummaryDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 422, description = "Wrong query", body = ErrorBody),
))]
pub async fn transaction_summary(
    state: State,
    caller: Caller,
    query: ListQuery,
) -> Result<HttpResponse, ApiError> {
    let asked = dto::transactions(&query);
    let found = as_user(&state, &caller, move |_, store, actor| {
        actor.must_be_admin()?;
        lists::transaction_totals(store, actor, &asked?.filter)
    })
    .await?;
    Ok(HttpResponse::Ok().json(TransactionSummaryDto::from(found)))
}

/// Counts over all missing-ticket reports.
#[utoipa::path(get, path = "/api/admin/missing-tickets/summary", tag = "back_office", responses(
    (status = 200, description = "The counts", body = ReportSummaryDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
pub async fn report_summary(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let found = as_user(&state, &caller, |_, store, actor| lists::report_summary(store, actor)).await?;
    Ok(HttpResponse::Ok().json(ReportSummaryDto::from(found)))
}

/// Counts over all vehicle updates.
#[utoipa::path(get, path = "/api/admin/vehicle-updates/summary", tag = "back_office", responses(
    (status = 200, description = "The counts", body = VehicleUpdateSummaryDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
pub async fn vehicle_update_summary(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let found =
        as_user(&state, &caller, |_, store, actor| lists::vehicle_update_summary(store, actor)).await?;
    Ok(HttpResponse::Ok().json(VehicleUpdateSummaryDto::from(found)))
}

/// Counts over all requests for a license status check.
#[utoipa::path(get, path = "/api/admin/status-requests/summary", tag = "back_office", responses(
    (status = 200, description = "The counts", body = StatusRequestSummaryDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
pub async fn status_request_summary(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let found =
        as_user(&state, &caller, |_, store, actor| lists::status_request_summary(store, actor)).await?;
    Ok(HttpResponse::Ok().json(StatusRequestSummaryDto::from(found)))
}

/// Counts over all help inquiries.
#[utoipa::path(get, path = "/api/admin/help-inquiries/summary", tag = "back_office", responses(
    (status = 200, description = "The counts", body = InquirySummaryDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
pub async fn inquiry_summary(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let found = as_user(&state, &caller, |_, store, actor| lists::inquiry_summary(store, actor)).await?;
    Ok(HttpResponse::Ok().json(InquirySummaryDto::from(found)))
}

/// Counts over all requests for texts.
#[utoipa::path(get, path = "/api/admin/text-notifications/summary", tag = "back_office", responses(
    (status = 200, description = "The counts", body = TextRequestSummaryDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
pub async fn text_request_summary(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let found = as_user(&state, &caller, |_, store, actor| lists::text_request_summary(store, actor)).await?;
    Ok(HttpResponse::Ok().json(TextRequestSummaryDto::from(found)))
}

/// What staff have not dealt with yet. A poll: it never renews the session.
#[utoipa::path(get, path = "/api/admin/unsolved-counts", tag = "back_office", responses(
    (status = 200, description = "The counts", body = UnsolvedCountsDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
pub async fn unsolved_counts(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let found = as_poller(&state, &caller, |_, store, actor| lists::unsolved_counts(store, actor)).await?;
    Ok(HttpResponse::Ok().json(UnsolvedCountsDto::from(found)))
}
