//! Details of legal help that a driver sees before paying for a lawyer.

use application::legal_help::cases::availability::Availability;
use chrono::NaiveDate;
use domain::legal_help::case::guarantee::GuaranteeLine;
use domain::legal_help::case::measured_share::MeasuredShare;
use domain::shared::us_state::UsState;
use serde::Serialize;
use utoipa::ToSchema;

/// Whether a lawyer can be hired for a ticket, and on which terms.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LawyerAvailability)]
pub struct AvailabilityDto {
    /// Whether a lawyer can be hired.
    pub is_available: bool,
    /// Why no lawyer can be hired. Null if a lawyer can be hired.
    pub reason: Option<String>,
    /// The state of the court, or the driver's state if `isCourtStateAssumed`; null if unknown.
    pub court_state: Option<String>,
    /// Whether the court's state is unknown, so that the driver's state is used in its place.
    pub is_court_state_assumed: bool,
    /// The name of the court, if it is known.
    pub court_name: Option<String>,
    /// Whether the driver can name the court.
    pub may_change_court: bool,
    /// The last day on which a lawyer can accept. `null` if staff find a lawyer by hand.
    pub accept_by: Option<NaiveDate>,
    /// Whether the ticket's next date, such as the court date, leaves lawyers less time than usual to accept.
    pub is_short: bool,
    /// Whether the driver gets back the price of the lawyer if the case is lost.
    pub is_refunded_if_lost: bool,
    /// Part of the price that the lawyer earns by filing the appearance, in percent.
    pub appearance_earns: u8,
    /// The possible outcomes, and whether each counts as won under the guarantee. Empty without a
    /// guarantee.
    pub guarantee_table: Vec<GuaranteeLineDto>,
    /// The measured share of won cases; `null` if the page shows none for the court's state.
    pub measured_share: Option<MeasuredShareDto>,
}

/// The share of decided cases that lawyers won.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MeasuredShare)]
pub struct MeasuredShareDto {
    /// Won cases in percent, rounded down.
    pub percent: i64,
    /// Number of decided cases.
    pub cases: i64,
    /// Day of the first decision.
    pub from: NaiveDate,
    /// Day of the last decision.
    pub until: NaiveDate,
}

impl From<MeasuredShare> for MeasuredShareDto {
    fn from(MeasuredShare { percent, cases, from, until }: MeasuredShare) -> Self {
        Self { percent, cases, from, until }
    }
}

/// A line of the guarantee's table of outcomes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GuaranteeLine)]
pub struct GuaranteeLineDto {
    /// The outcome, and its condition if it has one.
    pub outcome: String,
    /// Whether a case with this outcome counts as won.
    pub is_won: bool,
}

impl From<&GuaranteeLine> for GuaranteeLineDto {
    fn from(line: &GuaranteeLine) -> Self {
        Self { outcome: line.outcome.to_owned(), is_won: line.is_won }
    }
}

impl From<Availability> for AvailabilityDto {
    fn from(availability: Availability) -> Self {
        Self {
            is_available: availability.unavailable.is_none(),
            reason: availability.unavailable.map(str::to_owned),
            court_state: availability.court.state.map(|state: UsState| state.name().to_owned()),
            is_court_state_assumed: availability.is_court_state_assumed,
            court_name: availability.court.name,
            may_change_court: availability.may_change_court,
            accept_by: availability.accept_by.map(|accept_by| accept_by.day),
            is_short: availability.accept_by.is_some_and(|accept_by| accept_by.is_short),
            is_refunded_if_lost: availability.is_refunded_if_lost,
            appearance_earns: availability.appearance_earns,
            measured_share: availability.measured_share.map(Into::into),
            guarantee_table: availability.guarantee.iter().map(GuaranteeLineDto::from).collect(),
        }
    }
}
