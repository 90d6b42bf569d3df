//! The request for the list of users.

use application::accounts::users;
use domain::accounts::user::{LicenseStatus, Role};
use domain::accounts::verification::Claim;
use ports::accounts::lists::{UserFilter, UserList, UserSort};
use ports::shared::list::List;

use crate::accounts::dto::user::UserDto;
use crate::edge::list_call::{ListCall, parse_query};
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::enums as word;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::{Filters, ListQuery};

/// Columns of the exported file.
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
    "plateFrom",
    "plateUntil",
];

pub fn routes() -> Vec<Route> {
    vec![route!(list_users, Call::read(AllowedCallers::DriverOrStaff))]
}

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

    fn parse_filter(read: &mut Filters<'_>) -> UserFilter {
        UserFilter {
            license_status: read.parse_word("licenseStatus", LicenseStatus::ALL, LicenseStatus::as_str),
            role: read.parse_word("role", Role::ALL, Role::as_str),
            needs_update: read.parse_flag("needsUpdate"),
            unverified: read.parse_word("unverified", Claim::ALL, Claim::as_str),
        }
    }
}

/// Lists users. Staff see all users. Drivers see only themselves.
#[utoipa::path(get, path = "/api/users", tag = "accounts", params(
    ("id" = Option<i32>, Query, description = "Only the record with this id"),
    ("q" = Option<String>, Query, description = "An id, or part of a name, email, license number, state, plate or phone number"),
    ("licenseStatus" = Option<word::LicenseStatus>, Query, description = "Only users with this license status"),
    ("role" = Option<word::Role>, Query, description = "Only users with this role"),
    ("needsUpdate" = Option<bool>, Query, description = "Whether staff have never updated the record"),
    ("unverified" = Option<word::Claim>, Query, description = "Only users whose claim of this kind is not verified"),
    ("sort" = Option<String>, Query, description = "`id`, `fullName`, `lastAdminUpdateAt` or `createdAt`. A leading `-` sorts descending"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
    ("before" = Option<i32>, Query, description = "Only rows after the one with this id, newest first"),
), responses(
    (status = 200, description = "Users, newest first", body = Vec<UserDto>),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_users(request: Request, query: ListQuery) -> HandlerResult {
    let asked = parse_query(&query);
    let paged = request.run(move |_, store, actor| users::list_users(store, actor, asked?)).await?;
    Ok(query.respond_with_cursor(paged, UserList::id, UserDto::from))
}
