//! Request and response bodies for users and driving profiles.

use application::accounts::users::UserChange;
use chrono::{DateTime, NaiveDate, Utc};
use domain::accounts::plate_dates::{PlateDates, PlateDatesError};
use domain::accounts::user::{LicenseStatus, User};
use domain::driving_record::profile::{DrivingProfile, MAX_POINTS, ProfileChange, STATUS_CHARS};
use domain::shared::person::plate::Plate;
use domain::shared::person::plate_state::PlateState;
use domain::shared::text;
use domain::shared::us_state::UsState;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::input::{FieldParser, non_blank};

/// A user, without the password, its hash and the SSN digits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub struct UserDto {
    pub id: i32,
    /// The part of the email address before the `@`.
    pub username: String,
    /// The email address, also used to log in.
    pub email: String,
    /// Role of the user: driver, staff (`admin`) or lawyer.
    pub role: word::Role,
    pub full_name: Option<String>,
    /// Full name of the state that issued the license; null if none is stored.
    pub state: Option<String>,
    pub drivers_license_number: Option<String>,
    pub date_of_birth: Option<NaiveDate>,
    /// Phone number, ten digits; null if none is stored.
    pub phone_number: Option<String>,
    /// License plate of the user's vehicle; null if none is stored.
    pub vehicle_license_plate: Option<String>,
    /// Where the vehicle is registered: a US state or Canadian province by its full name, or `Other`. Null
    /// if none is stored.
    pub vehicle_state: Option<String>,
    /// When the plate was last entered; null if no plate was entered.
    pub vehicle_info_added_at: Option<DateTime<Utc>>,
    /// The license status that staff have set.
    pub license_status: word::LicenseStatus,
    /// When the driver last requested a license status check; null if never.
    pub status_requested_at: Option<DateTime<Utc>>,
    /// The sign-up step that the user has reached. A driver's sign-up ends with step 5.
    pub signup_step: i32,
    /// When the user started sign-up; null if unknown.
    pub signup_started_at: Option<DateTime<Utc>>,
    /// When sign-up was completed; null until then.
    pub signup_completed_at: Option<DateTime<Utc>>,
    /// When staff last updated the record; null while staff are preparing the driver's items.
    pub last_admin_update_at: Option<DateTime<Utc>>,
    /// When the account was created.
    pub created_at: DateTime<Utc>,
    /// When the email address was confirmed; null until then. Citations with this address are assigned to the
    /// user automatically only after the confirmation.
    pub email_verified_at: Option<DateTime<Utc>>,
    /// When staff verified the license; null if it isn't verified.
    pub license_verified_at: Option<DateTime<Utc>>,
    /// How staff verified the license, in their own words; null if it isn't verified.
    pub license_basis: Option<String>,
    /// When staff verified the plate; null if it isn't verified.
    pub plate_verified_at: Option<DateTime<Utc>>,
    /// How staff verified the plate, in their own words; null if it isn't verified.
    pub plate_basis: Option<String>,
    /// The day on which the driver got the plate. Null counts as one year before the plate was verified.
    pub plate_from: Option<NaiveDate>,
    /// The last day on which the plate was the driver's; null if none is stored.
    pub plate_until: Option<NaiveDate>,
}

impl From<User> for UserDto {
    fn from(user: User) -> Self {
        Self {
            id: user.id.0,
            username: user.username().to_owned(),
            role: user.role.into(),
            full_name: user.full_name,
            state: user.state.map(UsState::name).map(str::to_owned),
            drivers_license_number: user.drivers_license_number,
            date_of_birth: user.date_of_birth,
            phone_number: user.phone_number,
            vehicle_license_plate: user.vehicle_license_plate,
            vehicle_state: user.vehicle_state.map(PlateState::name).map(str::to_owned),
            vehicle_info_added_at: user.vehicle_info_added_at,
            license_status: user.license_status.into(),
            status_requested_at: user.status_requested_at,
            signup_step: user.signup_step,
            signup_started_at: user.signup_started_at,
            signup_completed_at: user.signup_completed_at,
            last_admin_update_at: user.last_admin_update_at,
            created_at: user.created_at,
            email_verified_at: user.verified.email.map(|verified| verified.at),
            license_verified_at: user.verified.license.as_ref().map(|verified| verified.at),
            license_basis: user.verified.license.and_then(|verified| verified.basis),
            plate_verified_at: user.verified.plate.as_ref().map(|verified| verified.at),
            plate_basis: user.verified.plate.and_then(|verified| verified.basis),
            plate_from: user.plate_dates.from,
            plate_until: user.plate_dates.until,
            email: user.email,
        }
    }
}

/// License points and status of a driver.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DrivingProfile)]
pub struct DrivingProfileDto {
    pub id: i32,
    /// The id of the driver with this profile.
    pub user_id: i32,
    /// `Need More Info`, `Active`, `Suspended` or any other status, shown as entered.
    pub status: String,
    /// Points on the license.
    pub current_points: i32,
    /// Points at which the license is lost.
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

/// Body of `PATCH /api/users/{id}`: a plate, the license status, or both. Only staff may send the license status.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UserBody {
    /// License plate. Trimmed and converted to upper case.
    #[validate(length(max = 20, message = "This plate is too long."))]
    pub vehicle_license_plate: Option<String>,
    /// Where the vehicle is registered: a US state or Canadian province by its full name, or `Other`.
    pub vehicle_state: Option<String>,
    /// The day on which the driver got the plate, `YYYY-MM-DD`. Sent only with a plate. By default, one year
    /// before the plate is verified. If only one of `plateFrom` and `plateUntil` is sent, the other is
    /// removed. Without both, an unchanged plate keeps its days.
    pub plate_from: Option<String>,
    /// The last day on which the plate was the driver's. Sent only with a plate. An empty string removes the day.
    pub plate_until: Option<String>,
    /// The license status. Only staff may send it. The driving profile's status is set to match.
    #[schema(value_type = Option<word::LicenseStatus>)]
    pub license_status: Option<String>,
}

impl UserBody {
    /// Parses the requested changes. Without a license status, a plate and its state are required. Dates
    /// are checked against `today`.
    pub fn parse(&self, today: NaiveDate) -> Result<UserChange, application::Error> {
        let mut reader = FieldParser::default();
        let mut change = UserChange::default();
        if let Some(word) = &self.license_status {
            let status = LicenseStatus::parse(word).ok_or("Choose unknown, active or suspended.");
            change.license_status = reader.take_valid("licenseStatus", status);
        }
        if self.license_status.is_none()
            || self.vehicle_license_plate.is_some()
            || self.vehicle_state.is_some()
            || self.plate_from.is_some()
            || self.plate_until.is_some()
        {
            change.vehicle = self.vehicle(&mut reader);
        }
        if self.plate_from.is_some() || self.plate_until.is_some() {
            change.plate_dates = parse_plate_dates(
                &mut reader,
                (self.plate_from.as_deref(), self.plate_until.as_deref()),
                today,
            );
        }
        reader.finish(Some(change))
    }

    /// Parses the license plate and where it is registered. If one is missing or invalid, adds an
    /// error and returns `None`.
    fn vehicle(&self, reader: &mut FieldParser) -> Option<(Plate, PlateState)> {
        let plate = reader
            .require_text(
                "vehicleLicensePlate",
                self.vehicle_license_plate.as_deref(),
                "License plate is required",
            )
            .and_then(|text| reader.take_valid("vehicleLicensePlate", Plate::parse(text)));
        let state = reader
            .require_text("vehicleState", self.vehicle_state.as_deref(), "State is required")
            .and_then(|name| reader.parse_plate_state("vehicleState", name));
        plate.zip(state)
    }
}

/// Parses `from` and `until`, the first and the last day on which the plate belongs to the driver. Either may
/// be missing. For an invalid day, such as one after `today`, adds an error and returns `None`.
pub fn parse_plate_dates(
    reader: &mut FieldParser,
    (from, until): (Option<&str>, Option<&str>),
    today: NaiveDate,
) -> Option<PlateDates> {
    let mut day = |field, text: Option<&str>| match non_blank(text) {
        Some(text) => reader.parse_date(field, text).map(Some),
        None => Some(None),
    };
    let (from, until) = (day("plateFrom", from)?, day("plateUntil", until)?);
    let dates = PlateDates::parse(from, until, today);
    let field = match dates {
        Err(PlateDatesError::FromInFuture) => "plateFrom",
        Ok(_) | Err(PlateDatesError::UntilInFuture | PlateDatesError::UntilBeforeFrom) => "plateUntil",
    };
    reader.take_valid(field, dates)
}

/// Body of `PATCH /api/driving-profile/{userId}`. Fields that are left out don't change.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProfileBody {
    /// The profile's status: any string of at most 100 characters, shown as entered.
    pub status: Option<String>,
    /// Points on the license now, 0 to 100.
    pub current_points: Option<i32>,
    /// Points at which the license is lost, 1 to 100.
    pub total_points: Option<i32>,
}

impl ProfileBody {
    /// Parses the requested changes.
    ///
    /// # Errors
    /// Lists the invalid fields. Names `status` if there is nothing to change.
    pub fn parse(&self) -> Result<ProfileChange, application::Error> {
        let mut reader = FieldParser::default();
        if (&self.status, self.current_points, self.total_points) == (&None, None, None) {
            reader.add_error("status", "This is required.");
        }
        let change = ProfileChange {
            status: self
                .status
                .as_deref()
                .and_then(|status| reader.take_valid("status", text::line(status, STATUS_CHARS))),
            current_points: reader.check_range("currentPoints", self.current_points, 0..=MAX_POINTS),
            total_points: reader.check_range("totalPoints", self.total_points, 1..=MAX_POINTS),
        };
        reader.finish(Some(change))
    }
}

/// Response of `POST /api/admin/bulk-update/{userId}`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UpdatedAt)]
pub struct UpdatedAtDto {
    /// When staff last updated the record: the time of this request.
    pub updated_at: DateTime<Utc>,
}

/// Body of `PATCH /api/users/{id}/request-status`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatusRequestBody {
    /// Last digits of the social security number: four, or five for Iowa. Never logged or stored in plain text.
    /// Only staff can read them, and must give a reason.
    #[serde(rename = "lastFourSSN")]
    pub last_four_ssn: String,
}
