//! Request and response bodies for the back office's queues.

use chrono::{DateTime, Utc};
use domain::accounts::user::LicenseStatus;
use domain::driving_record::profile::{MAX_POINTS, ProfileChange};
use domain::requests::identity::RevealReason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::input::FieldParser;

/// Body of `PATCH /api/admin/mark-solved/{queue}/{id}`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SolvedBody {
    /// Whether staff have solved the record.
    pub is_solved: bool,
    /// In `vehicle-update` and `status-request`: `vehicleInfoAddedAt` or `statusRequestedAt` of the record
    /// that staff saw. If the driver has sent a newer update or request, the record isn't marked as solved.
    /// Ignored in other queues.
    pub requested_at: Option<DateTime<Utc>>,
}

/// A record's solved flag after a change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Solved)]
pub struct SolvedDto {
    /// The record's id within its queue.
    pub id: i32,
    /// Whether staff have solved the record.
    pub is_solved: bool,
}

/// Body of `POST /api/admin/status-requests/{userId}/reveal`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RevealBody {
    /// Why staff need the digits: 10 to 300 characters, stored in the audit trail.
    pub reason: String,
}

impl RevealBody {
    /// Parses why staff want to see the SSN digits.
    pub fn parse(&self) -> Result<RevealReason, application::Error> {
        RevealReason::parse(&self.reason)
            .map_err(|error| application::Error::field("reason", error.to_string()))
    }
}

/// Body of `POST /api/admin/status-requests/{userId}/settle`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettleStatusRequestBody {
    /// The license status to set.
    #[schema(value_type = word::LicenseStatus)]
    pub license_status: String,
    /// Points on the license, 0 to 100. Leave it out to keep the current value.
    pub current_points: Option<i32>,
    /// Points at which the license is lost, 1 to 100. Leave it out to keep the current value.
    pub total_points: Option<i32>,
    /// `statusRequestedAt` of the request that staff saw. If the driver has sent a newer request, the call fails.
    pub requested_at: Option<DateTime<Utc>>,
}

impl SettleStatusRequestBody {
    /// Parses the license status and the change of the driver's points.
    pub fn parse(&self) -> Result<(LicenseStatus, ProfileChange), application::Error> {
        let mut reader = FieldParser::default();
        let status =
            LicenseStatus::parse(&self.license_status).ok_or("Must be one of active, suspended, unknown.");
        let status = reader.take_valid("licenseStatus", status);
        let change = ProfileChange {
            status: None,
            current_points: reader.check_range("currentPoints", self.current_points, 0..=MAX_POINTS),
            total_points: reader.check_range("totalPoints", self.total_points, 1..=MAX_POINTS),
        };
        reader.finish(status.map(|status| (status, change)))
    }
}

/// The SSN digits that a driver entered.
#[derive(Serialize, ToSchema)]
#[schema(as = RevealedDigits)]
pub struct SsnDigitsDto {
    /// Four digits, five for Iowa. Never stored or logged in plain text.
    #[serde(rename = "lastFourSSN")]
    pub last_four_ssn: String,
}
