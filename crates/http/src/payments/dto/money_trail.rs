//! Where the money of a payment is, as its driver sees it.

use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::remittances::obligation::MoneyTrail;
use serde::Serialize;
use utoipa::ToSchema;

/// Progress of a payment's money on its way to the authority.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MoneyTrail)]
pub struct MoneyTrailDto {
    /// When the card was charged.
    pub charged_at: DateTime<Utc>,
    /// Deadline for sending the money.
    pub send_by: DateTime<Utc>,
    /// The authority's name; null until it is known.
    pub authority: Option<String>,
    /// The day on which the money was sent; null until then.
    pub sent_on: Option<NaiveDate>,
    /// The reference of the transfer; null until the money is sent.
    pub reference: Option<String>,
    /// The day on which the authority accepted the money; null until then.
    pub accepted_on: Option<NaiveDate>,
}

impl From<MoneyTrail> for MoneyTrailDto {
    fn from(trail: MoneyTrail) -> Self {
        let MoneyTrail { charged_at, send_by, authority, sent_on, reference, accepted_on } = trail;
        Self { charged_at, send_by, authority, sent_on, reference, accepted_on }
    }
}
