//! The driver and the citation of a case, as far as the caller may see them.

use chrono::NaiveDate;
use domain::accounts::user::User;
use domain::driving_record::fine::is_estimated;
use domain::driving_record::ticket::Ticket;
use domain::legal_help::case::record::Case;
use domain::legal_help::hire::LawyerHire;
use serde::Serialize;
use utoipa::ToSchema;

/// A case's driver, for the lawyer and staff. A field is null if it isn't stored or the caller may not see it.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CaseDriver)]
pub struct CaseDriverDto {
    pub name: String,
    /// The account's phone number.
    pub phone: Option<String>,
    /// The account's email address.
    pub email: Option<String>,
    /// How the driver wants to be contacted about this hire: `phone`, `email`, or both, in the order of
    /// `contactValue`. Null until the driver has chosen.
    pub contact_method: Option<String>,
    /// The phone number, the email address, or both, separated by a comma. Null until the driver has entered them.
    pub contact_value: Option<String>,
}

impl CaseDriverDto {
    /// Builds the response. With `is_name_only`, it contains only the name, not the contact details.
    pub(super) fn of(driver: User, hire: &LawyerHire, is_name_only: bool) -> Self {
        if is_name_only {
            return Self { name: driver.full_name.unwrap_or_default(), ..Self::default() };
        }
        Self {
            name: driver.display_name().to_owned(),
            phone: driver.phone_number,
            email: Some(driver.email),
            contact_method: hire.contact_method.clone(),
            contact_value: hire.contact_value.clone(),
        }
    }
}

/// The ticket of a case. A field is null if it isn't known or the caller may not see it.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CaseCitation)]
pub struct CaseCitationDto {
    pub number: Option<String>,
    /// The court or agency that issued the ticket.
    pub issuer: Option<String>,
    pub violation: Option<String>,
    /// The code of the violated statute.
    pub violation_code: Option<String>,
    /// The day of the violation.
    pub issued_on: Option<NaiveDate>,
    /// The time of day of the violation, as written on the ticket.
    pub time_of_violation: Option<String>,
    /// The place of the violation.
    pub location: Option<String>,
    /// Points that the violation adds to the license.
    pub points: Option<i32>,
    /// The officer or agency that issued the ticket.
    pub issuing_officer_agency: Option<String>,
    /// The evidence that the ticket names.
    pub evidence_provided: Option<String>,
    /// What happens if the driver does nothing, as written on the ticket.
    pub consequence: Option<String>,
    /// Whether the driver must appear in court.
    pub is_court_required: Option<bool>,
    /// The name of the court.
    pub court: Option<String>,
    /// The fine, with two decimals.
    pub fine: Option<String>,
    /// Whether the fine is an estimate because the ticket's amount isn't a number.
    pub is_estimated: Option<bool>,
    /// When the fine is due.
    pub due_date: Option<NaiveDate>,
}

impl CaseCitationDto {
    /// Builds the response. With `is_for_conflict_check`, or without a ticket, it leaves out most fields.
    pub(super) fn of(
        ticket: Option<Ticket>,
        hire: &LawyerHire,
        case: &Case,
        is_for_conflict_check: bool,
    ) -> Self {
        let violation = hire.violation_type.clone();
        let court = case.court.name.clone();
        let Some(ticket) = ticket else { return Self { violation, court, ..Self::default() } };
        let fine = ticket.fine().to_string();
        let filed = ticket.filed;
        let known =
            Self { number: filed.citation_number, issuer: filed.issuer, violation, court, ..Self::default() };
        if is_for_conflict_check {
            return known;
        }
        Self {
            violation_code: filed.violation_code,
            issued_on: Some(filed.date),
            time_of_violation: filed.time_of_violation,
            location: Some(filed.location),
            points: Some(filed.points),
            issuing_officer_agency: filed.issuing_officer_agency,
            evidence_provided: filed.evidence_provided,
            consequence: filed.consequence,
            is_court_required: Some(filed.is_court_required),
            fine: Some(fine),
            is_estimated: Some(is_estimated(&filed.amount)),
            due_date: filed.due_date,
            ..known
        }
    }
}
