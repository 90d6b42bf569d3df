//! What staff do with the records of the back office's queues.

use domain::accounts::user::LicenseStatus;
use domain::driving_record::profile::{MOST_POINTS, ProfileChange};
use domain::requests::identity::RevealReason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::input::Reader;
use crate::shared::words as word;

/// Body of `PATCH /api/admin/mark-solved/{queue}/{id}`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SolvedBody {
    /// Dealt with, or not.
    pub is_solved: bool,
}

/// A record's flag as it is now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Solved)]
pub struct SolvedDto {
    /// The record's id.
    pub id: i32,
    /// Whether staff have dealt with it.
    pub is_solved: bool,
}

/// Body of `POST /api/admin/status-requests/{userId}/reveal`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RevealBody {
    /// Why the digits are needed: 10 to 300 characters, kept in the audit trail.
    pub reason: String,
}

impl RevealBody {
    /// The reason.
    ///
    /// # Errors
    /// `reason` when it does not say enough.
    pub fn read(&self) -> Result<RevealReason, application::Error> {
        RevealReason::parse(&self.reason)
            .map_err(|error| application::Error::field("reason", error.to_string()))
    }
}

/// Body of `POST /api/admin/status-requests/{userId}/settle`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettleBody {
    /// How the license stands.
    #[schema(value_type = word::LicenseStatus)]
    pub license_status: String,
    /// 0 to 100; what is left out stays.
    pub current_points: Option<i32>,
    /// 1 to 100; what is left out stays.
    pub total_points: Option<i32>,
}

impl SettleBody {
    /// The license status, and what changes of the profile.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn read(&self) -> Result<(LicenseStatus, ProfileChange), application::Error> {
        let mut reader = Reader::default();
        let status = LicenseStatus::parse(&self.license_status).ok_or("One of active, suspended, unknown.");
        let status = reader.check("licenseStatus", status);
        let change = ProfileChange {
            status: None,
            current_points: reader.within("currentPoints", self.current_points, 0..=MOST_POINTS),
            total_points: reader.within("totalPoints", self.total_points, 1..=MOST_POINTS),
        };
        reader.finish(status.map(|status| (status, change)))
    }
}

/// The digits that a driver gave.
#[derive(Serialize, ToSchema)]
#[schema(as = RevealedDigits)]
pub struct DigitsDto {
    /// Four, five from Iowa. Never kept anywhere on the way.
    #[serde(rename = "lastFourSSN")]
    pub last_four_ssn: String,
}
