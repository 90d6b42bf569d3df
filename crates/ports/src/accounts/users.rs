//! Users and their driving profiles.

use chrono::{DateTime, NaiveDate, Utc};
use domain::accounts::plate_dates::PlateDates;
use domain::accounts::user::{LicenseStatus, Role, User};
use domain::driving_record::profile::DrivingProfile;
use domain::shared::ids::UserId;
use domain::shared::person::plate_state::PlateState;
use domain::shared::us_state::UsState;

use crate::shared::store_error::StoreResult;

/// A new account with validated data.
#[derive(Clone, PartialEq, Eq)]
pub struct NewUser {
    /// Email address as entered.
    pub email: String,
    /// Password hash: argon2id, in PHC format.
    pub password_hash: String,
    /// Role of the user: driver, staff or lawyer.
    pub role: Role,
    /// Full name; `None` if the user hasn't entered one.
    pub full_name: Option<String>,
    /// State that issued the license; `None` if the user hasn't entered one.
    pub state: Option<UsState>,
    /// Number of the driver's license, as entered; `None` if the user hasn't entered one.
    pub drivers_license_number: Option<String>,
    /// Date of birth; `None` if the user hasn't entered one.
    pub date_of_birth: Option<NaiveDate>,
    /// Phone number, ten digits; `None` if the user hasn't entered one.
    pub phone_number: Option<String>,
    /// Plate, trimmed and upper case; `None` if the user hasn't entered one.
    pub vehicle_license_plate: Option<String>,
    /// State where the vehicle is registered; `None` if the user hasn't entered one.
    pub vehicle_state: Option<PlateState>,
    /// Step of the sign-up form that the user has reached.
    pub signup_step: i32,
    /// When the account is created.
    pub created_at: DateTime<Utc>,
    /// When the user completed the sign-up; `None` if a step is still missing.
    pub signup_completed_at: Option<DateTime<Utc>>,
}

impl std::fmt::Debug for NewUser {
    /// Formats the user without personal data, because the text may be logged.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewUser").field("role", &self.role).finish_non_exhaustive()
    }
}

/// The credentials that a login must match.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// The account's user.
    pub user_id: UserId,
    /// Password hash: argon2id, in PHC format.
    pub password_hash: String,
}

/// Users and driving profiles in the database.
pub trait Users {
    /// Adds a user. Fails with `Duplicate(Email)` if another account has the email, ignoring case.
    fn insert_user(&mut self, user: &NewUser) -> StoreResult<User>;
    /// Returns a user, even if the account is closed.
    fn user(&mut self, id: UserId) -> StoreResult<Option<User>>;
    /// Returns a user; `None` if the account is closed or doesn't exist.
    fn open_user(&mut self, id: UserId) -> StoreResult<Option<User>>;
    /// Returns each of these users with the name that the back office shows: the full name, or the part of the email
    /// before the `@`. Closed accounts are left out.
    fn names_of(&mut self, users: &[UserId]) -> StoreResult<Vec<(UserId, String)>>;
    /// Locks a user until the transaction ends and returns the user; `None` if the account is
    /// closed or doesn't exist.
    fn lock_user(&mut self, id: UserId) -> StoreResult<Option<User>>;
    /// Returns the credentials of the open account with this email address, ignoring case.
    fn credentials(&mut self, email: &str) -> StoreResult<Option<Credentials>>;
    /// Whether any administrator's account is open.
    fn has_administrator(&mut self) -> StoreResult<bool>;
    /// Stores a user's plate and its state, and marks the vehicle update as unsolved. Returns `None` if
    /// the user doesn't exist.
    fn set_vehicle(
        &mut self,
        id: UserId,
        plate: &str,
        state: PlateState,
        changed_at: DateTime<Utc>,
    ) -> StoreResult<Option<User>>;
    /// Stores the period in which the user's plate belongs to the user. Returns `None` if the user doesn't exist.
    fn set_plate_dates(&mut self, id: UserId, dates: PlateDates) -> StoreResult<Option<User>>;
    /// Stores a user's encrypted SSN digits and the time of the requested license check, and marks the status request
    /// as unsolved. Returns `None` if the account is closed or doesn't exist.
    fn set_status_request(
        &mut self,
        id: UserId,
        sealed_digits: &[u8],
        requested_at: DateTime<Utc>,
    ) -> StoreResult<Option<User>>;
    /// Adds a new driver's profile, with default values.
    fn insert_profile(&mut self, user: UserId) -> StoreResult<DrivingProfile>;
    /// Returns a driver's profile.
    fn profile(&mut self, user: UserId) -> StoreResult<Option<DrivingProfile>>;
    /// Stores a profile's status and points.
    fn set_profile(&mut self, profile: &DrivingProfile) -> StoreResult<()>;
    /// Stores the license status that staff set. Returns `None` if the user doesn't exist.
    fn set_license_status(&mut self, id: UserId, status: LicenseStatus) -> StoreResult<Option<User>>;
    /// Stores when staff updated the driver's record. Returns `None` if the user doesn't exist.
    fn set_record_updated(&mut self, id: UserId, updated_at: DateTime<Utc>) -> StoreResult<Option<User>>;
}
