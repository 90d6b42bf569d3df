//! Users and driving profiles.

use chrono::{DateTime, NaiveDate, Utc};
use domain::driving::DrivingProfile;
use domain::plate::Plate;
use domain::us_state::UsState;
use domain::user::User;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::dto::input::Reader;

/// A user. Never carries a password, a hash or SSN digits (decision 1).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub struct UserDto {
    /// Identifier.
    pub id: i32,
    /// The e-mail's local part.
    pub username: String,
    /// E-mail.
    pub email: String,
    /// `driver` or `admin`.
    pub role: String,
    /// Full name.
    #[schema(required = true)]
    pub full_name: Option<String>,
    /// Full name of the state that issued the licence.
    #[schema(required = true)]
    pub state: Option<String>,
    /// Driver's licence number.
    #[schema(required = true)]
    pub drivers_license_number: Option<String>,
    /// Date of birth.
    #[schema(required = true)]
    pub date_of_birth: Option<NaiveDate>,
    /// Ten digits.
    #[schema(required = true)]
    pub phone_number: Option<String>,
    /// Plate.
    #[schema(required = true)]
    pub vehicle_license_plate: Option<String>,
    /// Full name of the state of registration.
    #[schema(required = true)]
    pub vehicle_state: Option<String>,
    /// When the plate was last given.
    #[schema(required = true)]
    pub vehicle_info_added_at: Option<DateTime<Utc>>,
    /// `unknown`, `active` or `suspended`.
    pub license_status: String,
    /// When a status check was last asked for.
    #[schema(required = true)]
    pub status_requested_at: Option<DateTime<Utc>>,
    /// 1 to 5.
    pub signup_step: i32,
    /// When signup began.
    #[schema(required = true)]
    pub signup_started_at: Option<DateTime<Utc>>,
    /// When signup was completed.
    #[schema(required = true)]
    pub signup_completed_at: Option<DateTime<Utc>>,
    /// When staff last brought the record up to date; until then items are being prepared.
    #[schema(required = true)]
    pub last_admin_update_at: Option<DateTime<Utc>>,
    /// When the account was made.
    pub created_at: DateTime<Utc>,
}

impl From<User> for UserDto {
    fn from(user: User) -> Self {
        let state_name = |state: Option<UsState>| state.map(|state| state.name().to_owned());
        Self {
            id: user.id.0,
            username: user.username().to_owned(),
            role: user.role.as_str().to_owned(),
            full_name: user.full_name,
            state: state_name(user.state),
            drivers_license_number: user.drivers_license_number,
            date_of_birth: user.date_of_birth,
            phone_number: user.phone_number,
            vehicle_license_plate: user.vehicle_license_plate,
            vehicle_state: state_name(user.vehicle_state),
            vehicle_info_added_at: user.vehicle_info_added_at,
            license_status: user.license_status.as_str().to_owned(),
            status_requested_at: user.status_requested_at,
            signup_step: user.signup_step,
            signup_started_at: user.signup_started_at,
            signup_completed_at: user.signup_completed_at,
            last_admin_update_at: user.last_admin_update_at,
            created_at: user.created_at,
            email: user.email,
        }
    }
}

/// A driving profile.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DrivingProfile)]
pub struct DrivingProfileDto {
    /// Identifier.
    pub id: i32,
    /// Whose.
    pub user_id: i32,
    /// `Need More Info`, `Active`, `Suspended` or another text, shown as given.
    pub status: String,
    /// Points on the licence.
    pub current_points: i32,
    /// Points at which it is lost.
    pub total_points: i32,
}

impl From<DrivingProfile> for DrivingProfileDto {
    fn from(profile: DrivingProfile) -> Self {
        Self {
            id: profile.id.0,
            user_id: profile.user_id.0,
            status: profile.status,
            current_points: profile.current_points,
            total_points: profile.total_points,
        }
    }
}

/// Body of `PATCH /api/users/{id}`: a plate to put on file.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VehicleBody {
    /// Trimmed and put into upper case.
    #[validate(length(max = 20, message = "This plate is too long."))]
    pub vehicle_license_plate: Option<String>,
    /// Full name of the state of registration.
    pub vehicle_state: Option<String>,
}

impl VehicleBody {
    /// Reads plate and state.
    ///
    /// # Errors
    /// The fields that are wrong.
    pub fn read(&self) -> Result<(Plate, UsState), application::Error> {
        let mut reader = Reader::default();
        let plate = reader
            .required(
                "vehicleLicensePlate",
                self.vehicle_license_plate.as_deref(),
                "License plate is required",
            )
            .and_then(|text| reader.check("vehicleLicensePlate", Plate::parse(text)));
        let state = reader
            .required("vehicleState", self.vehicle_state.as_deref(), "State is required")
            .and_then(|name| reader.state("vehicleState", name));
        reader.finish(plate.zip(state))
    }
}

/// Body of `PATCH /api/users/{id}/request-status`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatusRequestBody {
    /// Four digits, five for Iowa. Never answered, logged or stored in clear.
    #[serde(rename = "lastFourSSN")]
    pub last_four_ssn: String,
}
