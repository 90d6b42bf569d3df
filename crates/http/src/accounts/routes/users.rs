//! Requests about users and driving profiles.

use actix_web::HttpResponse;
use application::accounts::account::sessions;
use application::accounts::users;
use domain::shared::ids::UserId;

use crate::accounts::dto::account::EndedSessions;
use crate::accounts::dto::user::{
    DrivingProfileDto, ProfileBody, StatusRequestBody, UpdatedAtDto, UserBody, UserDto,
};
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(show_user, Call::read(AllowedCallers::DriverOrStaff)),
        route!(update_user, Call::write(AllowedCallers::DriverOrStaff)),
        route!(request_status, Call::write(AllowedCallers::Driver)),
        route!(show_profile, Call::read(AllowedCallers::DriverOrStaff)),
        route!(update_profile, Call::write(AllowedCallers::Staff)),
        route!(bulk_update, Call::write(AllowedCallers::Staff)),
        route!(end_sessions_of, Call::write(AllowedCallers::Staff)),
    ]
}

/// Returns a user. Drivers may only read themselves.
#[utoipa::path(get, path = "/api/users/{id}", tag = "accounts", params(("id" = i32, Path)), responses(
    (status = 200, description = "The user", body = UserDto),
    (status = 403, description = "The record is another user's", body = ErrorBody),
    (status = 404, description = "No such user", body = ErrorBody),
))]
async fn show_user(request: Request, id: Id) -> HandlerResult {
    let user = request.run(move |_, store, actor| users::show_user(store, actor, UserId(id.0))).await?;
    Ok(HttpResponse::Ok().json(UserDto::from(user)))
}

/// Stores a plate. Staff may also set the license status; the driving profile's status is then set to match.
#[utoipa::path(patch, path = "/api/users/{id}", tag = "accounts", params(("id" = i32, Path)), request_body = UserBody,
responses(
    (status = 200, description = "The user", body = UserDto),
    (status = 403, description = "The record is another user's", body = ErrorBody),
    (status = 404, description = "No such user", body = ErrorBody),
    (status = 422, description = "Invalid fields, or `licenseStatus` sent by a driver", body = ErrorBody),
))]
async fn update_user(request: Request, id: Id, body: Body<UserBody>) -> HandlerResult {
    let body = body.about_user(UserId(id.0));
    let user = request
        .run_detached_with(body, move |deps, actor, body| {
            users::change_user(deps, actor, UserId(id.0), &body.parse(deps.today())?)
        })
        .await?;
    Ok(HttpResponse::Ok().json(UserDto::from(user)))
}

/// Requests a license status check, with the last digits of the social security number.
#[utoipa::path(patch, path = "/api/users/{id}/request-status", tag = "accounts", params(("id" = i32, Path)),
request_body = StatusRequestBody, responses(
    (status = 200, description = "The user", body = UserDto),
    (status = 403, description = "Not a driver, or the record is another user's", body = ErrorBody),
    (status = 404, description = "Not a valid id", body = ErrorBody),
    (status = 422, description = "Invalid SSN digits", body = ErrorBody),
))]
async fn request_status(request: Request, id: Id, body: Body<StatusRequestBody>) -> HandlerResult {
    let body = body.about_user(UserId(id.0));
    let user = request
        .run_with(body, move |deps, store, actor, body| {
            users::request_status(deps, store, actor, UserId(id.0), &body.last_four_ssn)
        })
        .await?;
    Ok(HttpResponse::Ok().json(UserDto::from(user)))
}

/// Returns a driving profile.
#[utoipa::path(get, path = "/api/driving-profile/{userId}", tag = "accounts",
params(("userId" = i32, Path, description = "The user's id"), ("requestedBy" = Option<i32>, Query, description = "Ignored")),
responses(
    (status = 200, description = "The profile", body = DrivingProfileDto),
    (status = 403, description = "The record is another user's", body = ErrorBody),
    (status = 404, description = "No such user", body = ErrorBody),
))]
pub(crate) async fn show_profile(request: Request, id: Id) -> HandlerResult {
    let profile =
        request.run(move |_, store, actor| users::driving_profile(store, actor, UserId(id.0))).await?;
    Ok(HttpResponse::Ok().json(DrivingProfileDto::from(profile)))
}

/// Changes a driving profile. Only staff may do this.
#[utoipa::path(patch, path = "/api/driving-profile/{userId}", tag = "accounts",
params(("userId" = i32, Path, description = "The user's id")), request_body = ProfileBody, responses(
    (status = 200, description = "The profile", body = DrivingProfileDto),
    (status = 404, description = "No such user", body = ErrorBody),
))]
async fn update_profile(request: Request, id: Id, body: Body<ProfileBody>) -> HandlerResult {
    let profile = request
        .run_detached_with(body, move |deps, actor, body| {
            users::change_profile(deps, actor, UserId(id.0), &body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Ok().json(DrivingProfileDto::from(profile)))
}

/// Marks a driver's record as up to date. Only staff may do this. From then on, the driver sees their items.
#[utoipa::path(post, path = "/api/admin/bulk-update/{userId}", tag = "accounts",
params(("userId" = i32, Path, description = "The user's id")), responses(
    (status = 200, description = "When the record was marked", body = UpdatedAtDto),
    (status = 404, description = "No such user", body = ErrorBody),
))]
async fn bulk_update(request: Request, id: Id) -> HandlerResult {
    let updated_at =
        request.run_detached(move |deps, actor| users::mark_up_to_date(deps, actor, UserId(id.0))).await?;
    Ok(HttpResponse::Ok().json(UpdatedAtDto { updated_at }))
}

/// Ends all sessions of a driver or lawyer, for example because the user lost a phone.
#[utoipa::path(post, path = "/api/admin/users/{id}/sessions/end", tag = "accounts", params(("id" = i32, Path)), responses(
    (status = 200, description = "Number of sessions that were ended", body = EndedSessions),
    (status = 404, description = "No such user", body = ErrorBody),
))]
async fn end_sessions_of(request: Request, id: Id) -> HandlerResult {
    let ended = request
        .run_detached(move |deps, actor| sessions::end_sessions_of_user(deps, actor, UserId(id.0)))
        .await?;
    Ok(HttpResponse::Ok().json(EndedSessions { ended }))
}
