//! Users and their driving profiles.

use chrono::{DateTime, NaiveDate, Utc};
use domain::accounts::user::{LicenseStatus, Role, User};
use domain::driving_record::profile::DrivingProfile;
use domain::shared::ids::UserId;
use domain::shared::us_state::UsState;

use crate::shared::store_error::StoreResult;

/// A new account, already checked.
#[derive(Clone, PartialEq, Eq)]
pub struct NewUser {
    /// As entered.
    pub email: String,
    /// argon2id, in PHC form.
    pub password_hash: String,
    /// Role.
    pub role: Role,
    /// Full name.
    pub full_name: Option<String>,
    /// State that issued the license.
    pub state: Option<UsState>,
    /// Driver's license number.
    pub drivers_license_number: Option<String>,
    /// Date of birth.
    pub date_of_birth: Option<NaiveDate>,
    /// Ten digits.
    pub phone_number: Option<String>,
    /// Plate, trimmed and upper case.
    pub vehicle_license_plate: Option<String>,
    /// State of registration.
    pub vehicle_state: Option<UsState>,
    /// Step of the signup reached.
    pub signup_step: i32,
    /// Made at.
    pub created_at: DateTime<Utc>,
    /// Signup completed at.
    pub signup_completed_at: Option<DateTime<Utc>>,
}

impl std::fmt::Debug for NewUser {
    /// Without personal data.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewUser").field("role", &self.role).finish_non_exhaustive()
    }
}

/// What a login is checked against.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// Whose.
    pub user_id: UserId,
    /// argon2id, in PHC form.
    pub password_hash: String,
}

/// Users and driving profiles in the database.
pub trait Users {
    /// Adds a user. `Duplicate(Email)` when the e-mail is taken, whatever its case.
    fn insert_user(&mut self, user: &NewUser) -> StoreResult<User>;
    /// A user.
    fn user(&mut self, id: UserId) -> StoreResult<Option<User>>;
    /// The user, unless the account is closed: nobody is written to there (docs/PRODUCT.md#closing-an-account).
    fn open_user(&mut self, id: UserId) -> StoreResult<Option<User>>;
    /// What these users are called: by their full name, without one by their e-mail's local part. Closed accounts have no name.
    fn names_of(&mut self, users: &[UserId]) -> StoreResult<Vec<(UserId, String)>>;
    /// A user whose account is open, held until the transaction ends: two that count what a user has wait for each other.
    fn lock_user(&mut self, id: UserId) -> StoreResult<Option<User>>;
    /// What a login with this e-mail is checked against; found without regard to case.
    fn credentials(&mut self, email: &str) -> StoreResult<Option<Credentials>>;
    /// Whether there is any user yet.
    fn any_user(&mut self) -> StoreResult<bool>;
    /// Sets plate and state, and that the update is not dealt with.
    fn set_vehicle(
        &mut self,
        id: UserId,
        plate: &str,
        state: UsState,
        at: DateTime<Utc>,
    ) -> StoreResult<Option<User>>;
    /// Keeps encrypted SSN digits and that a status check is asked for.
    fn set_status_request(
        &mut self,
        id: UserId,
        sealed_digits: &[u8],
        at: DateTime<Utc>,
    ) -> StoreResult<Option<User>>;
    /// Adds the profile every driver starts with.
    fn insert_profile(&mut self, user: UserId) -> StoreResult<DrivingProfile>;
    /// A driver's profile.
    fn profile(&mut self, user: UserId) -> StoreResult<Option<DrivingProfile>>;
    /// Stores a profile's status and points.
    fn set_profile(&mut self, profile: &DrivingProfile) -> StoreResult<()>;
    /// Sets the license status.
    fn set_license_status(&mut self, id: UserId, status: LicenseStatus) -> StoreResult<Option<User>>;
    /// Notes that staff have brought the record up to date.
    fn set_brought_up_to_date(&mut self, id: UserId, at: DateTime<Utc>) -> StoreResult<Option<User>>;
}
