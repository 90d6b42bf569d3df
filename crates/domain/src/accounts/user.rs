//! Users: drivers, staff and lawyers (docs/product/everywhere.md#roles).

use chrono::{DateTime, NaiveDate, Utc};

use crate::accounts::plate_dates::PlateDates;
use crate::accounts::verification::{Claim, Verification};
use crate::shared::business_time::business_date;
use crate::shared::ids::UserId;
use crate::shared::person::plate::{is_placeholder, plain_number};
use crate::shared::person::plate_state::PlateState;
use crate::shared::stored_words::stored_words;
use crate::shared::us_state::UsState;

/// The role of a user. People who sign up become drivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A driver, who sees and pays their own items.
    Driver,
    /// A staff member, who sees the items of all drivers.
    Admin,
    /// A lawyer, who sees only their own cases and offers. A lawyer is neither a driver nor staff.
    Lawyer,
}

/// The license status that staff set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LicenseStatus {
    /// Staff haven't checked the license yet.
    Unknown,
    /// The license is valid.
    Active,
    /// The license is suspended.
    Suspended,
}

/// A stored user without the password hash and the SSN digits. Only the queries that need those secrets read them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The user's id; 1 is the first administrator.
    pub id: UserId,
    /// Email address as entered. Case is ignored when addresses are compared.
    pub email: String,
    /// Whether the user is a driver, staff or a lawyer.
    pub role: Role,
    /// Full name; `None` until the driver entered it.
    pub full_name: Option<String>,
    /// State that issued the license; `None` until the driver entered it.
    pub state: Option<UsState>,
    /// Number of the driver's license, as entered; `None` until the driver entered it.
    pub drivers_license_number: Option<String>,
    /// Date of birth; `None` until the driver entered it.
    pub date_of_birth: Option<NaiveDate>,
    /// Phone number, ten digits; `None` if the user has entered none.
    pub phone_number: Option<String>,
    /// License plate, trimmed and in upper case; `None` until the driver entered it.
    pub vehicle_license_plate: Option<String>,
    /// State or Canadian province that issued the plate, or `Other`; `None` until the driver entered it.
    pub vehicle_state: Option<PlateState>,
    /// Period in which the plate belongs to the driver.
    pub plate_dates: PlateDates,
    /// When the driver last entered the plate; `None` if never.
    pub vehicle_info_added_at: Option<DateTime<Utc>>,
    /// License status that staff set.
    pub license_status: LicenseStatus,
    /// When the driver last requested a license check; `None` if never.
    pub status_requested_at: Option<DateTime<Utc>>,
    /// Step of the sign-up form that the user has reached: 5 for drivers, who sign up in one request, and
    /// 1 for other users.
    pub signup_step: i32,
    /// When the user started signing up; `None` if unknown.
    pub signup_started_at: Option<DateTime<Utc>>,
    /// When the user completed the sign-up; `None` before that.
    pub signup_completed_at: Option<DateTime<Utc>>,
    /// When staff last updated the driver's record; `None` while staff are preparing the driver's items.
    pub last_admin_update_at: Option<DateTime<Utc>>,
    /// Whether staff have seen the user. Lanewise never sets this to `true`, so it's `false` for every new user.
    pub is_seen_by_admin: bool,
    /// Whether staff have handled the latest vehicle update.
    pub is_vehicle_update_solved: bool,
    /// Whether staff have handled the latest status request.
    pub is_status_request_solved: bool,
    /// When the account was created.
    pub created_at: DateTime<Utc>,
    /// The verifications of the user's email, license and plate.
    pub verified: Verification,
}

impl User {
    /// The part of the email before the `@` (docs/product/everywhere.md#email-addresses).
    pub fn username(&self) -> &str {
        self.email.split('@').next().unwrap_or_default()
    }

    /// Name of the user in the back office: the full name, or the part of the email before the `@`.
    pub fn display_name(&self) -> &str {
        self.full_name.as_deref().unwrap_or_else(|| self.username())
    }

    /// Whether the user is staff.
    pub fn is_admin(&self) -> bool {
        self.role == Role::Admin
    }

    /// Whether the user is a lawyer.
    pub fn is_lawyer(&self) -> bool {
        self.role == Role::Lawyer
    }

    /// Whether staff have prepared the driver's items (docs/product/driving-record.md#record-readiness).
    pub fn has_items_ready(&self) -> bool {
        self.last_admin_update_at.is_some()
    }

    /// Returns the user's value for a claim, normalized for comparison, and the state of a license
    /// or plate. The state is `None` for an email, or if the user hasn't entered a state. Returns
    /// `None` if the user hasn't entered a value.
    pub fn claimed_detail(&self, claim: Claim) -> Option<(String, Option<&'static str>)> {
        match claim {
            Claim::Email => Some((self.email.to_lowercase(), None)),
            Claim::License => {
                let number = self.drivers_license_number.as_deref()?;
                Some((plain_number(number), self.state.map(|state| state.name())))
            }
            Claim::Plate => {
                let plate = self.vehicle_license_plate.as_deref()?;
                Some((plain_number(plate), self.vehicle_state.map(|state| state.name())))
            }
        }
    }

    /// Whether `number` and `state` are the user's license or plate, whichever `claim` is. Case, spaces and hyphens
    /// in the number are ignored. Always false for an email, which has no number. Staff never compare emails, because
    /// only the email's owner can confirm it.
    pub fn has_claimed(&self, claim: Claim, number: &str, state: Option<&str>) -> bool {
        self.claimed_detail(claim) == Some((plain_number(number), state))
    }

    /// Whether the user entered a value for this claim, such as a plate.
    pub fn has_value_for(&self, claim: Claim) -> bool {
        self.claimed_detail(claim).is_some()
    }

    /// Whether the claim is the plate and the user's plate is only a placeholder, such as `NOPLATE`.
    pub fn has_placeholder(&self, claim: Claim) -> bool {
        claim == Claim::Plate && self.vehicle_license_plate.as_deref().is_some_and(is_placeholder)
    }

    /// Whether the claim is the plate and the plate's state is [`PlateState::Other`]. Two vehicles with this
    /// state can have the same plate.
    pub fn has_plate_of_other_state(&self, claim: Claim) -> bool {
        claim == Claim::Plate && self.vehicle_state == Some(PlateState::Other)
    }

    /// Whether the user's verified plate belonged to the user on this day.
    pub fn had_plate_on(&self, day: NaiveDate) -> bool {
        let verified = self.verified.of(Claim::Plate);
        verified.is_some_and(|verified| self.plate_dates.covers(day, business_date(verified.at)))
    }

    /// Whether this claim is verified.
    pub fn is_verified(&self, claim: Claim) -> bool {
        self.verified.of(claim).is_some()
    }
}

stored_words!(Role { Driver => "driver", Admin => "admin", Lawyer => "lawyer", });

stored_words!(LicenseStatus { Unknown => "unknown", Active => "active", Suspended => "suspended", });
