//! What staff do with the records of the back office's queues.

use domain::requests::identity::RevealReason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

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
    /// Dealt with in the back office.
    pub is_solved: bool,
}

/// Body of `POST /api/admin/status-requests/{id}/reveal`.
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

/// The digits that a driver gave.
#[derive(Serialize, ToSchema)]
#[schema(as = RevealedDigits)]
pub struct DigitsDto {
    /// Four, five from Iowa. Never kept anywhere on the way.
    #[serde(rename = "lastFourSSN")]
    pub last_four_ssn: String,
}
