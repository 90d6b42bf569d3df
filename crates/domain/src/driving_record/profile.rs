//! Driving profile: status and points (docs/product/driving-record.md#driving-status).

use crate::accounts::user::LicenseStatus;
use crate::shared::ids::{ProfileId, UserId};

/// A driver's profile as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrivingProfile {
    /// Id of the profile; each driver has one.
    pub id: ProfileId,
    /// The driver whose profile this is.
    pub user_id: UserId,
    /// The label of a [`DrivingStatus`], or any other words from staff. Lanewise shows it unchanged.
    pub status: String,
    /// Points on the license.
    pub current_points: i32,
    /// Number of points at which the driver loses the license; 11 unless staff set it.
    pub total_points: i32,
}

/// The driving statuses that Lanewise interprets. A profile's status can also be any other words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrivingStatus {
    /// Staff need the SSN digits to check the license.
    NeedMoreInfo,
    /// The license is valid.
    Active,
    /// The license is suspended.
    Suspended,
}

impl DrivingStatus {
    /// The status as stored and shown.
    pub const fn label(self) -> &'static str {
        match self {
            Self::NeedMoreInfo => "Need More Info",
            Self::Active => "Active",
            Self::Suspended => "Suspended",
        }
    }

    /// Returns the driving status that follows from the license status (docs/product/driving-record.md#driving-status).
    pub fn for_license(status: LicenseStatus) -> Self {
        match status {
            LicenseStatus::Active => Self::Active,
            LicenseStatus::Suspended => Self::Suspended,
            LicenseStatus::Unknown => Self::NeedMoreInfo,
        }
    }
}

/// Changes to a profile by staff; `None` leaves a value unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileChange {
    /// The new status, in any words, which Lanewise shows unchanged. `None` leaves the status unchanged.
    pub status: Option<String>,
    /// The new number of points on the license; `None` leaves the number unchanged.
    pub current_points: Option<i32>,
    /// The new number of points at which the driver loses the license; `None` leaves the number unchanged.
    pub total_points: Option<i32>,
}

/// Maximum length of a status, in characters.
pub const STATUS_CHARS: usize = 100;
/// Maximum number of points; a larger number is probably a typo.
pub const MAX_POINTS: i32 = 100;

impl DrivingProfile {
    /// Returns the profile after a change.
    #[must_use]
    pub fn changed(&self, change: &ProfileChange) -> Self {
        Self {
            status: change.status.clone().unwrap_or_else(|| self.status.clone()),
            current_points: change.current_points.unwrap_or(self.current_points),
            total_points: change.total_points.unwrap_or(self.total_points),
            ..self.clone()
        }
    }
}
