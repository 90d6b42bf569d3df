//! Driving profile: status and points (docs/PRODUCT.md#driving-status).

use crate::accounts::user::LicenseStatus;
use crate::shared::ids::{ProfileId, UserId};

/// A driver's profile as stored; `status` may be any text, three of them are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrivingProfile {
    /// Identifier.
    pub id: ProfileId,
    /// Whose.
    pub user_id: UserId,
    /// `Need More Info`, `Active`, `Suspended` or another text, shown as given.
    pub status: String,
    /// Points on the license.
    pub current_points: i32,
    /// Points at which it is lost; 11 unless set.
    pub total_points: i32,
}

/// Driving status as people see it; a profile may have any other text besides, which is shown as given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrivingStatus {
    /// Staff need the identity digits to look the license up.
    NeedMoreInfo,
    /// The license is valid.
    Active,
    /// The license is suspended.
    Suspended,
}

impl DrivingStatus {
    /// The text it is stored and shown as.
    pub const fn label(self) -> &'static str {
        match self {
            Self::NeedMoreInfo => "Need More Info",
            Self::Active => "Active",
            Self::Suspended => "Suspended",
        }
    }

    /// What the profile becomes when staff set the license status (docs/PRODUCT.md#driving-status).
    pub fn for_license(status: LicenseStatus) -> Self {
        match status {
            LicenseStatus::Active => Self::Active,
            LicenseStatus::Suspended => Self::Suspended,
            LicenseStatus::Unknown => Self::NeedMoreInfo,
        }
    }
}

/// What staff change of a profile; what is none stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileChange {
    /// Any text, shown as given.
    pub status: Option<String>,
    /// Points on the license.
    pub current_points: Option<i32>,
    /// Points at which it is lost.
    pub total_points: Option<i32>,
}

/// A status has at most this many characters.
pub const STATUS_CHARS: usize = 100;
/// More points than this are a slip of the keyboard.
pub const MOST_POINTS: i32 = 100;

impl DrivingProfile {
    /// The profile after a change.
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
