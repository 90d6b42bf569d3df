//! Users: drivers and administrators (docs/PRODUCT.md#roles).

use chrono::{DateTime, NaiveDate, Utc};

use crate::accounts::verification::{Claim, Verification};
use crate::shared::ids::UserId;
use crate::shared::person::plate::{is_placeholder, plain_number};
use crate::shared::us_state::UsState;
use crate::shared::words::stored_words;

/// What a user may be. Signing up only ever makes drivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Sees and pays their own items.
    Driver,
    /// Staff: may see every driver.
    Admin,
}

/// The license status that staff set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LicenseStatus {
    /// Not looked up yet.
    Unknown,
    /// Valid.
    Active,
    /// Suspended.
    Suspended,
}

/// A stored user, without password hash and without SSN digits: those never leave their own queries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Identifier; 1 is the first administrator.
    pub id: UserId,
    /// As entered; compared without regard to case.
    pub email: String,
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
    /// Trimmed, upper case.
    pub vehicle_license_plate: Option<String>,
    /// State of registration.
    pub vehicle_state: Option<UsState>,
    /// When the plate was last given.
    pub vehicle_info_added_at: Option<DateTime<Utc>>,
    /// License status.
    pub license_status: LicenseStatus,
    /// When a license status check was last asked for.
    pub status_requested_at: Option<DateTime<Utc>>,
    /// Signup step reached, 1 to 5.
    pub signup_step: i32,
    /// When signup began.
    pub signup_started_at: Option<DateTime<Utc>>,
    /// When signup was completed.
    pub signup_completed_at: Option<DateTime<Utc>>,
    /// When staff last brought the record up to date; until then the driver's items are being prepared.
    pub last_admin_update_at: Option<DateTime<Utc>>,
    /// Seen in the back office.
    pub is_seen_by_admin: bool,
    /// The vehicle update is dealt with.
    pub is_vehicle_update_solved: bool,
    /// The license status request is dealt with.
    pub is_status_request_solved: bool,
    /// When the account was made.
    pub created_at: DateTime<Utc>,
    /// What of it is known to be theirs.
    pub verified: Verification,
}

impl User {
    /// The e-mail's local part (docs/PRODUCT.md#email-addresses).
    pub fn username(&self) -> &str {
        self.email.split('@').next().unwrap_or_default()
    }

    /// What the back office calls them: by their full name, without one by the e-mail's local part.
    pub fn called(&self) -> &str {
        self.full_name.as_deref().unwrap_or_else(|| self.username())
    }

    /// Whether this is staff.
    pub fn is_admin(&self) -> bool {
        self.role == Role::Admin
    }

    /// Whether staff have prepared the driver's items (docs/PRODUCT.md#record-readiness).
    pub fn items_are_ready(&self) -> bool {
        self.last_admin_update_at.is_some()
    }

    /// What a claim stands on: as it is compared, and the state where it has one. None when nothing is on file.
    pub fn claimed(&self, claim: Claim) -> Option<(String, Option<&'static str>)> {
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

    /// Whether there is something to verify.
    pub fn claims(&self, claim: Claim) -> bool {
        self.claimed(claim).is_some()
    }

    /// Whether what is to be verified is a plate that stands for none.
    pub fn claims_a_placeholder(&self, claim: Claim) -> bool {
        claim == Claim::Plate && self.vehicle_license_plate.as_deref().is_some_and(is_placeholder)
    }

    /// Whether a citation that names this goes to this user by itself.
    pub fn is_verified(&self, claim: Claim) -> bool {
        self.verified.of(claim).is_some()
    }
}

stored_words!(Role { Driver => "driver", Admin => "admin", });

stored_words!(LicenseStatus { Unknown => "unknown", Active => "active", Suspended => "suspended", });
