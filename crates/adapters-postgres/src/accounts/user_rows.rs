use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::IsNotNull;
use diesel::pg::Pg;
use diesel::{ExpressionMethods, Insertable, Queryable, Selectable};
use domain::accounts::plate_dates::PlateDates;
use domain::accounts::user::{LicenseStatus, Role, User};
use domain::accounts::verification::{Verification, VerificationRecord};
use domain::driving_record::profile::DrivingProfile;
use domain::shared::ids::{ProfileId, UserId};
use domain::shared::person::plate_state::PlateState;
use domain::shared::us_state::UsState;
use ports::accounts::users::NewUser;
use ports::shared::store_error::StoreError;

use crate::shared::rows::{parse_optional_word, parse_word};
use schema::{driving_profiles, users};

/// SQL condition on `users` for drivers whose items staff have prepared. The rule is the same
/// as in `User::has_items_ready` (docs/product/driving-record.md#record-readiness).
pub(crate) const IS_READY: &str = "last_admin_update_at IS NOT NULL";

/// Returns the condition [`IS_READY`], which means that staff have prepared the driver's items,
/// for diesel's query builder.
pub(crate) fn is_ready() -> IsNotNull<users::last_admin_update_at> {
    users::last_admin_update_at.is_not_null()
}

/// A user's row without the password hash and the SSN digits, which separate queries read.
#[derive(Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(Pg))]
pub(crate) struct UserRow {
    id: i32,
    email: String,
    role: String,
    full_name: Option<String>,
    state: Option<String>,
    drivers_license_number: Option<String>,
    date_of_birth: Option<NaiveDate>,
    phone_number: Option<String>,
    vehicle_license_plate: Option<String>,
    vehicle_state: Option<String>,
    vehicle_info_added_at: Option<DateTime<Utc>>,
    license_status: String,
    status_requested_at: Option<DateTime<Utc>>,
    signup_step: i32,
    signup_started_at: Option<DateTime<Utc>>,
    signup_completed_at: Option<DateTime<Utc>>,
    last_admin_update_at: Option<DateTime<Utc>>,
    is_seen_by_admin: bool,
    is_vehicle_update_solved: bool,
    is_status_request_solved: bool,
    created_at: DateTime<Utc>,
    email_verified_at: Option<DateTime<Utc>>,
    license_verified_at: Option<DateTime<Utc>>,
    license_basis: Option<String>,
    plate_verified_at: Option<DateTime<Utc>>,
    plate_basis: Option<String>,
    plate_from: Option<NaiveDate>,
    plate_until: Option<NaiveDate>,
}

/// Builds a verification record from its two columns; `None` if `verified_at` is null.
fn verification_record(
    verified_at: Option<DateTime<Utc>>,
    basis: Option<String>,
) -> Option<VerificationRecord> {
    verified_at.map(|verified_at| VerificationRecord { at: verified_at, basis })
}

impl TryFrom<UserRow> for User {
    type Error = StoreError;

    fn try_from(row: UserRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: UserId(row.id),
            role: parse_word("users.role", &row.role, Role::parse)?,
            state: parse_optional_word("users.state", row.state.as_deref(), UsState::from_name)?,
            vehicle_state: parse_optional_word(
                "users.vehicle_state",
                row.vehicle_state.as_deref(),
                PlateState::from_name,
            )?,
            license_status: parse_word("users.license_status", &row.license_status, LicenseStatus::parse)?,
            email: row.email,
            full_name: row.full_name,
            drivers_license_number: row.drivers_license_number,
            date_of_birth: row.date_of_birth,
            phone_number: row.phone_number,
            vehicle_license_plate: row.vehicle_license_plate,
            vehicle_info_added_at: row.vehicle_info_added_at,
            plate_dates: PlateDates { from: row.plate_from, until: row.plate_until },
            status_requested_at: row.status_requested_at,
            signup_step: row.signup_step,
            signup_started_at: row.signup_started_at,
            signup_completed_at: row.signup_completed_at,
            last_admin_update_at: row.last_admin_update_at,
            is_seen_by_admin: row.is_seen_by_admin,
            is_vehicle_update_solved: row.is_vehicle_update_solved,
            is_status_request_solved: row.is_status_request_solved,
            created_at: row.created_at,
            verified: Verification {
                email: verification_record(row.email_verified_at, None),
                license: verification_record(row.license_verified_at, row.license_basis),
                plate: verification_record(row.plate_verified_at, row.plate_basis),
            },
        })
    }
}

#[derive(Insertable)]
#[diesel(table_name = users)]
pub(crate) struct NewUserRow<'a> {
    /// The id of the first administrator in a new database; `None` if the database assigns the id.
    pub(crate) id: Option<i32>,
    email: &'a str,
    password_hash: &'a str,
    role: &'static str,
    full_name: Option<&'a str>,
    state: Option<&'static str>,
    drivers_license_number: Option<&'a str>,
    date_of_birth: Option<NaiveDate>,
    phone_number: Option<&'a str>,
    vehicle_license_plate: Option<&'a str>,
    vehicle_state: Option<&'static str>,
    vehicle_info_added_at: Option<DateTime<Utc>>,
    signup_step: i32,
    signup_completed_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

impl<'a> From<&'a NewUser> for NewUserRow<'a> {
    fn from(user: &'a NewUser) -> Self {
        Self {
            id: None,
            email: &user.email,
            password_hash: &user.password_hash,
            role: user.role.as_str(),
            full_name: user.full_name.as_deref(),
            state: user.state.map(UsState::name),
            drivers_license_number: user.drivers_license_number.as_deref(),
            date_of_birth: user.date_of_birth,
            phone_number: user.phone_number.as_deref(),
            vehicle_license_plate: user.vehicle_license_plate.as_deref(),
            vehicle_state: user.vehicle_state.map(PlateState::name),
            vehicle_info_added_at: user.vehicle_license_plate.as_ref().map(|_| user.created_at),
            signup_step: user.signup_step,
            signup_completed_at: user.signup_completed_at,
            created_at: user.created_at,
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = driving_profiles, check_for_backend(Pg))]
pub(crate) struct ProfileRow {
    id: i32,
    user_id: i32,
    status: String,
    current_points: i32,
    total_points: i32,
}

impl From<ProfileRow> for DrivingProfile {
    fn from(row: ProfileRow) -> Self {
        Self {
            id: ProfileId(row.id),
            user_id: UserId(row.user_id),
            status: row.status,
            current_points: row.current_points,
            total_points: row.total_points,
        }
    }
}
