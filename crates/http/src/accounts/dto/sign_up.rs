//! Request bodies for signing up and logging in.

use application::accounts::sign_up::SignUp;
use chrono::NaiveDate;
use domain::accounts::password::Password;
use domain::shared::person::email::Email;
use domain::shared::person::phone::Phone;
use domain::shared::person::plate::Plate;
use domain::shared::person::{DateOfBirth, FullName, LicenseNumber};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::accounts::dto::user::parse_plate_dates;
use crate::shared::input::{FieldParser, non_blank};

/// Body of `POST /api/users`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignUpBody {
    /// Full name, at most 100 characters. Required.
    #[validate(length(max = 100, message = "Use at most 100 characters for the name."))]
    pub full_name: Option<String>,
    /// Full name of a US state. Required.
    pub state: Option<String>,
    /// Driver's license number. Required.
    pub drivers_license_number: Option<String>,
    /// Date of birth, as `YYYY-MM-DD`. Required.
    pub date_of_birth: Option<String>,
    /// License plate of the driver's vehicle. Optional.
    pub vehicle_license_plate: Option<String>,
    /// Where the vehicle is registered: a US state or Canadian province by its full name, or `Other`. Optional.
    pub vehicle_state: Option<String>,
    /// The day on which the driver got the plate, `YYYY-MM-DD`. Sent only with a plate. By default,
    /// one year before the plate is verified.
    pub plate_from: Option<String>,
    /// Ten digits, formatted or not. Required only when staff create the account for a driver.
    pub phone_number: Option<String>,
    /// Email address, also used to log in. Required.
    #[validate(email(message = "Please enter a valid email address."))]
    pub email: Option<String>,
    /// 10 to 128 characters, not guessable. Required.
    pub password: Option<String>,
    /// True when staff create the account for a driver. Refused unless staff are logged in, because a
    /// sign-up without staff logs the browser in as the new driver.
    pub by_staff: Option<bool>,
}

impl SignUpBody {
    /// Parses the body (docs/product/accounts.md#signing-up). Dates are checked against `today`. `by_staff` is
    /// true if staff create the account: the phone number is then required.
    pub fn command(&self, today: NaiveDate, by_staff: bool) -> Result<SignUp, application::Error> {
        let mut reader = FieldParser::default();
        let full_name = reader
            .require_text("fullName", self.full_name.as_deref(), "Full name is required")
            .and_then(|text| reader.take_valid("fullName", FullName::of_driver(text)));
        let state = reader
            .require_text("state", self.state.as_deref(), "State is required")
            .and_then(|name| reader.parse_state("state", name));
        let license_number = reader
            .require_text(
                "driversLicenseNumber",
                self.drivers_license_number.as_deref(),
                "Driver's license number is required",
            )
            .and_then(|text| reader.take_valid("driversLicenseNumber", LicenseNumber::parse(text)));
        let date_of_birth = reader
            .require_text("dateOfBirth", self.date_of_birth.as_deref(), "Date of birth is required")
            .and_then(|text| reader.parse_date("dateOfBirth", text))
            .and_then(|date| reader.take_valid("dateOfBirth", DateOfBirth::parse(date, today)));
        let email = reader
            .require_text("email", self.email.as_deref(), "Email is required")
            .and_then(|text| reader.take_valid("email", Email::parse(text)));
        let password = reader
            .require_text("password", self.password.as_deref(), "Password is required")
            .and_then(|text| reader.take_valid("password", Password::parse(text, &self.guessable_details())));
        let phone = non_blank(self.phone_number.as_deref());
        if by_staff && phone.is_none() {
            reader.add_error("phoneNumber", "Phone number is required");
        }
        let phone = phone.and_then(|text| reader.take_valid("phoneNumber", Phone::parse(text)));
        let plate = non_blank(self.vehicle_license_plate.as_deref())
            .and_then(|text| reader.take_valid("vehicleLicensePlate", Plate::parse(text)));
        let vehicle_state = non_blank(self.vehicle_state.as_deref())
            .and_then(|name| reader.parse_plate_state("vehicleState", name));
        let plate_from = non_blank(self.plate_from.as_deref());
        if plate_from.is_some() && non_blank(self.vehicle_license_plate.as_deref()).is_none() {
            reader.add_error("plateFrom", "Only a plate has dates.");
        }
        let plate_dates = parse_plate_dates(&mut reader, (plate_from, None), today);
        let command = (|| {
            Some(SignUp {
                full_name: full_name?,
                state: state?,
                license_number: license_number?,
                date_of_birth: date_of_birth?,
                email: email?,
                password: password?,
                phone,
                plate,
                vehicle_state,
                plate_dates: plate_dates?,
            })
        })();
        reader.finish(command)
    }

    /// Returns the personal details in the body and their parts, at most 20, which the
    /// password must not contain.
    fn guessable_details(&self) -> Vec<&str> {
        [&self.full_name, &self.email, &self.drivers_license_number, &self.vehicle_license_plate]
            .into_iter()
            .flatten()
            .flat_map(|text| text.split(['@', ' ', '.']).chain([text.as_str()]))
            .filter(|text| !text.is_empty())
            .take(20)
            .collect()
    }
}

/// Body of `POST /api/authenticate`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LogInBody {
    /// The account's email address; case doesn't matter.
    #[validate(length(max = 254, message = "This email is too long."))]
    pub email: String,
    /// The account's password, at most 1,000 characters.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: String,
}
