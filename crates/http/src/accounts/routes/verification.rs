//! Requests with which staff verify licenses and plates, and withdraw verifications.

use actix_web::HttpResponse;
use application::accounts::verification;
use domain::shared::ids::UserId;
use ports::accounts::lists::UserList;

use crate::accounts::dto::user::UserDto;
use crate::accounts::dto::verification::{BulkVerificationDto, UnverifyBody, VerifyBody, VerifyListedBody};
use crate::edge::list_call::parse_query;
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::body::Body;
use crate::shared::enums as word;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::ListQuery;
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(verify_user, Call::write(AllowedCallers::Staff)),
        route!(unverify_user, Call::write(AllowedCallers::Staff)),
        route!(verify_users, Call::write(AllowedCallers::Staff)),
    ]
}

/// Verifies a driver's license or plate. From then on, citations with that license or plate are
/// assigned to the driver automatically.
#[utoipa::path(post, path = "/api/admin/users/{id}/verify", tag = "accounts", params(("id" = i32, Path)), request_body = VerifyBody, responses(
    (status = 200, description = "The user", body = UserDto),
    (status = 404, description = "No such user", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: the driver has another license or plate now", body = ErrorBody),
    (status = 422, description = "Invalid fields: `claim` (nothing on file, verified for another user, or a plate that can't be verified), `basis`", body = ErrorBody),
))]
async fn verify_user(request: Request, id: Id, body: Body<VerifyBody>) -> HandlerResult {
    let user = request
        .run_detached_with(body, move |deps, actor, body| {
            let (checked, basis) = body.parse()?;
            let dates = body.plate_dates(deps.today())?;
            verification::verify_claim(deps, actor, UserId(id.0), checked, &basis, dates)
        })
        .await?;
    Ok(HttpResponse::Ok().json(UserDto::from(user)))
}

/// Withdraws the verification of a license or plate.
#[utoipa::path(post, path = "/api/admin/users/{id}/unverify", tag = "accounts", params(("id" = i32, Path)), request_body = UnverifyBody, responses(
    (status = 200, description = "The user", body = UserDto),
    (status = 404, description = "No such user", body = ErrorBody),
    (status = 422, description = "Invalid fields: `claim`", body = ErrorBody),
))]
async fn unverify_user(request: Request, id: Id, body: Body<UnverifyBody>) -> HandlerResult {
    let user = request
        .run_detached_with(body, move |deps, actor, body| {
            verification::undo_verification(deps, actor, UserId(id.0), body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Ok().json(UserDto::from(user)))
}

/// Verifies the drivers of a filtered list, at most 1,000 per call. Some licenses and plates stay
/// unverified: those that two users have entered, those that were entered after `listedAt`, placeholder plates, and
/// plates whose state is `Other`.
#[utoipa::path(post, path = "/api/admin/verifications", tag = "accounts", params(
    ("q" = Option<String>, Query, description = "Search text, as in the list of users"),
    ("licenseStatus" = Option<word::LicenseStatus>, Query, description = "Only users with this license status"),
    ("role" = Option<word::Role>, Query, description = "Only users with this role"),
    ("needsUpdate" = Option<bool>, Query, description = "Whether staff have never updated the record"),
), request_body = VerifyListedBody, responses(
    (status = 200, description = "Number of users who were verified, and who were not", body = BulkVerificationDto),
    (status = 409, description = "`changed_meanwhile`: another request verified the same license or plate at this moment", body = ErrorBody),
    (status = 422, description = "Invalid query or fields: `claim`, `basis`", body = ErrorBody),
))]
async fn verify_users(request: Request, query: ListQuery, body: Body<VerifyListedBody>) -> HandlerResult {
    let asked = parse_query::<UserList>(&query);
    let verified = request
        .run_detached_with(body, move |deps, actor, body| {
            let (claim, basis) = body.parse()?;
            verification::verify_users_in_list(deps, actor, &asked?, claim, &basis, body.listed_at)
        })
        .await?;
    Ok(HttpResponse::Ok().json(BulkVerificationDto::from(verified)))
}
