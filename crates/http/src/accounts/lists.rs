//! The list of users over HTTP.

use actix_web::HttpResponse;
use application::accounts::users;
use domain::accounts::user::{LicenseStatus, Role};
use domain::accounts::verification::Claim;
use ports::accounts::lists::{UserFilter, UserList, UserSort};
use ports::shared::list::List;
use utoipa::OpenApi;

use crate::accounts::dto::user::UserDto;
use crate::edge::caller::Caller;
use crate::edge::list_call::{ListCall, read};
use crate::edge::use_case::as_user;
use crate::shared::error::{ApiError, ErrorBody};
use crate::shared::list_query::{Filters, ListQuery};
use crate::shared::words as word;
use crate::state::State;

/// What a file says of a user.
pub const USER_COLUMNS: &[&str] = &[
    "id",
    "username",
    "email",
    "role",
    "fullName",
    "state",
    "driversLicenseNumber",
    "dateOfBirth",
    "phoneNumber",
    "vehicleLicensePlate",
    "vehicleState",
    "vehicleInfoAddedAt",
    "licenseStatus",
    "statusRequestedAt",
    "signupStep",
    "signupStartedAt",
    "signupCompletedAt",
    "lastAdminUpdateAt",
    "createdAt",
    "emailVerifiedAt",
    "licenseVerifiedAt",
    "licenseBasis",
    "plateVerifiedAt",
    "plateBasis",
];

/// The call of the list, for the API's document.
#[derive(OpenApi)]
#[openapi(paths(list_users))]
pub struct Calls;

impl ListCall for UserList {
    const PATH: &'static str = "/api/users";
    const FILE: &'static str = "users";
    const COLUMNS: &'static [&'static [&'static str]] = &[USER_COLUMNS];
    const SORTS: &'static [(&'static str, UserSort)] = &[
        ("id", UserSort::Id),
        ("fullName", UserSort::FullName),
        ("lastAdminUpdateAt", UserSort::LastAdminUpdateAt),
        ("createdAt", UserSort::CreatedAt),
    ];
    type Dto = UserDto;

    fn filter(read: &mut Filters<'_>) -> UserFilter {
        UserFilter {
            license_status: read.word("licenseStatus", LicenseStatus::ALL, LicenseStatus::as_str),
            role: read.word("role", Role::ALL, Role::as_str),
            needs_update: read.flag("needsUpdate"),
            unverified: read.word("unverified", Claim::ALL, Claim::as_str),
        }
    }
}

/// Staff see everybody, a driver a list of just themself.
#[utoipa::path(get, path = "/api/users", tag = "accounts", params(
    ("q" = Option<String>, Query, description = "Id, or a part of name, e-mail, license number, state, plate or phone number"),
    ("licenseStatus" = Option<word::LicenseStatus>, Query, description = "With this license status"),
    ("role" = Option<word::Role>, Query, description = "In this role"),
    ("needsUpdate" = Option<bool>, Query, description = "Never brought up to date by staff, or not"),
    ("unverified" = Option<word::Claim>, Query, description = "Gave this, and has it not verified"),
    ("sort" = Option<String>, Query, description = "`id`, `fullName`, `lastAdminUpdateAt` or `createdAt`; with `-` before it falling"),
    ("limit" = Option<i32>, Query, description = "50 unless told, at most 200"),
    ("offset" = Option<i32>, Query, description = "At most 10,000"),
    ("before" = Option<i32>, Query, description = "Only what comes after the row with this id, newest first"),
), responses(
    (status = 200, description = "Users, newest first", body = Vec<UserDto>),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 422, description = "Wrong query", body = ErrorBody),
))]
pub async fn list_users(state: State, caller: Caller, query: ListQuery) -> Result<HttpResponse, ApiError> {
    let asked = read(&query);
    let paged = as_user(&state, &caller, move |_, store, actor| users::list(store, actor, asked?)).await?;
    Ok(query.answer_on(paged, UserList::id, UserDto::from))
}
