//! Driving profile: status and points (driver specification, sections 2, 4 and 9).

use crate::ids::{ProfileId, UserId};

/// A driver's profile as stored; `status` may be any text, three of them are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrivingProfile {
    /// Identifier.
    pub id: ProfileId,
    /// Whose.
    pub user_id: UserId,
    /// `Need More Info`, `Active`, `Suspended` or another text, shown as given.
    pub status: String,
    /// Points on the licence.
    pub current_points: i32,
    /// Points at which it is lost; 11 unless set.
    pub total_points: i32,
}
