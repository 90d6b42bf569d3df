//! Driving profile: status and points (docs/PRODUCT.md#driving-status).

use crate::accounts::user::LicenseStatus;
use crate::shared::ids::{ProfileId, UserId};
use crate::shared::us_state::UsState;

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

/// Driving status as people see it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DrivingStatus {
    /// Staff need the identity digits to look the license up.
    NeedMoreInfo,
    /// The license is valid.
    Active,
    /// The license is suspended.
    Suspended,
    /// Any other text, shown as given.
    Other(String),
}

/// The color a driving status is shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatusColor {
    /// Nothing known, or a text we do not know.
    Gray,
    /// Good.
    Green,
    /// Bad.
    Red,
}

impl DrivingStatus {
    /// The status of a stored text; the three known ones must match exactly.
    pub fn parse(text: &str) -> Self {
        [Self::NeedMoreInfo, Self::Active, Self::Suspended]
            .into_iter()
            .find(|status| status.label() == text)
            .unwrap_or_else(|| Self::Other(text.to_owned()))
    }

    /// The text it is stored and shown as.
    pub fn label(&self) -> &str {
        match self {
            Self::NeedMoreInfo => "Need More Info",
            Self::Active => "Active",
            Self::Suspended => "Suspended",
            Self::Other(text) => text,
        }
    }

    /// Gray for Need More Info and unknown texts, green for Active, red for Suspended (docs/PRODUCT.md#driving-status).
    pub fn color(&self) -> StatusColor {
        match self {
            Self::NeedMoreInfo | Self::Other(_) => StatusColor::Gray,
            Self::Active => StatusColor::Green,
            Self::Suspended => StatusColor::Red,
        }
    }

    /// Whether Update Status is there: only in Need More Info.
    pub fn can_request_update(&self) -> bool {
        *self == Self::NeedMoreInfo
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

/// Points at which a license is lost, unless the profile says otherwise (docs/PRODUCT.md#points-bar).
pub const DEFAULT_TOTAL_POINTS: i32 = 11;

/// States whose drivers have no points to show (docs/PRODUCT.md#points-bar).
pub const STATES_WITHOUT_POINTS: [UsState; 8] = [
    UsState::Hawaii,
    UsState::Kansas,
    UsState::Louisiana,
    UsState::Minnesota,
    UsState::Mississippi,
    UsState::Oregon,
    UsState::RhodeIsland,
    UsState::Washington,
];

/// What the points bar shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointsBar {
    /// Points on the license, never below 0.
    pub current: i32,
    /// Out of so many, always above 0.
    pub total: i32,
    /// Length of the bar, 0 to 100, rounded down so that only a full one looks full.
    pub percent: u8,
}

/// The points bar, for a driver whose state is unknown or has points (docs/PRODUCT.md#points-bar). A total that is not above 0 counts as
/// the default, points below 0 as none.
pub fn points_bar(profile: &DrivingProfile, state: Option<UsState>) -> Option<PointsBar> {
    if state.is_some_and(|state| STATES_WITHOUT_POINTS.contains(&state)) {
        return None;
    }
    let current = profile.current_points.max(0);
    let total = if profile.total_points > 0 { profile.total_points } else { DEFAULT_TOTAL_POINTS };
    let percent = (i64::from(current) * 100 / i64::from(total)).min(100);
    Some(PointsBar { current, total, percent: u8::try_from(percent).unwrap_or(100) })
}
