//! Court appearances (docs/product/driving-record.md#court-appearances).

use chrono::NaiveDate;
use domain::driving_record::appearance::Appearance;
use serde::Serialize;
use utoipa::ToSchema;

/// A court appearance that a driver must still attend.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CourtAppearance)]
pub struct AppearanceDto {
    /// The id of the ticket that requires the appearance.
    pub ticket_id: i32,
    /// The violation on the ticket.
    pub violation_type: String,
    /// The court date; null until the court sets one.
    pub court_date: Option<NaiveDate>,
    /// The court time, as staff entered it; null if they entered none.
    pub court_time: Option<String>,
}

impl From<Appearance> for AppearanceDto {
    fn from(appearance: Appearance) -> Self {
        Self {
            ticket_id: appearance.ticket.0,
            violation_type: appearance.violation_type,
            court_date: appearance.date,
            court_time: appearance.time,
        }
    }
}
