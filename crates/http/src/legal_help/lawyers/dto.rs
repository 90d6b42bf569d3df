//! Request and response bodies for lawyers.

use application::legal_help::lawyers::list::{LawyerDetails, OpenCase};
use domain::legal_help::lawyer::{BarLicense, Lawyer, LawyerRecord, PracticeArea};
use domain::shared::ids::AuthorityId;
use domain::shared::us_state::UsState;
use ports::legal_help::lawyers::LawyerFigures;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::input::{FieldParser, MoneyInput};

/// A bar license in a request.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BarLicenseBody {
    /// The state of the bar, by its full name.
    pub state: String,
    /// The lawyer's registration number at the state bar.
    pub number: String,
}

/// Where a lawyer takes cases, in a request: a whole state, or a county or court in it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PracticeAreaBody {
    /// The state, by its full name.
    pub state: String,
    /// The county, if the area is a single county.
    pub county: Option<String>,
    /// Id of the court in the register of authorities, if the area is a single court.
    pub court_id: Option<i32>,
}

/// A request body with all details of a lawyer.
#[derive(Clone, Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LawyerBody {
    /// The lawyer's name, shown to drivers.
    #[validate(length(max = 1000, message = "This is too long."))]
    pub name: String,
    /// The law firm, shown to drivers.
    #[validate(length(max = 1000, message = "This is too long."))]
    pub firm: String,
    /// Bar licenses, at most one per state.
    pub licenses: Vec<BarLicenseBody>,
    /// The states, counties and courts whose cases the lawyer takes.
    pub areas: Vec<PracticeAreaBody>,
    /// Whether the lawyer takes misdemeanors. Every lawyer takes infractions.
    pub takes_misdemeanors: bool,
    /// Maximum number of open cases.
    pub capacity: i32,
    /// Email address, to which invitations are sent.
    #[validate(length(max = 1000, message = "This email is too long."))]
    pub email: String,
    #[validate(length(max = 100, message = "This is too long."))]
    pub phone: String,
    /// Name on the lawyer's trust account.
    #[validate(length(max = 1000, message = "This is too long."))]
    pub trust_account_name: String,
    /// The fixed fee that the lawyer pays us each month, from 1.00 to 10000.00. `null` or missing if the lawyer pays
    /// none. A changed fee applies starting next month.
    pub monthly_fee: Option<MoneyInput>,
    /// The version that the caller saw, in a change. Without a version, the request also overwrites changes
    /// that the caller hasn't seen.
    pub version: Option<i32>,
}

/// Body of `POST /api/admin/lawyers/{id}/active`.
#[derive(Clone, Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LawyerActiveBody {
    /// False to deactivate the lawyer, who then gets no offers and can't log in.
    pub is_active: bool,
    /// The version that the caller saw. Without a version, the request also overwrites changes that
    /// the caller hasn't seen.
    pub version: Option<i32>,
}

impl LawyerBody {
    /// Parses the lawyer's record.
    pub fn parse(&self) -> Result<LawyerRecord, application::Error> {
        let mut reader = FieldParser::default();
        let licenses: Option<Vec<BarLicense>> = self
            .licenses
            .iter()
            .map(|license| {
                let state = reader.parse_state("licenses", &license.state)?;
                Some(BarLicense { state, number: license.number.clone() })
            })
            .collect();
        let areas: Option<Vec<PracticeArea>> =
            self.areas.iter().map(|area| parse_area(&mut reader, area)).collect();
        let monthly_fee = self.monthly_fee.as_ref().and_then(|fee| {
            reader.take_valid("monthlyFee", fee.parse().ok_or("Enter an amount, such as 150.00."))
        });
        let record = licenses.zip(areas).map(|(licenses, areas)| LawyerRecord {
            name: self.name.clone(),
            firm: self.firm.clone(),
            licenses,
            areas,
            takes_misdemeanors: self.takes_misdemeanors,
            capacity: self.capacity,
            email: self.email.clone(),
            phone: self.phone.clone(),
            trust_account_name: self.trust_account_name.clone(),
            monthly_fee,
        });
        reader.finish(record)
    }
}

/// Parses a state, county or court in which the lawyer works. If it is invalid, adds an error and returns `None`.
fn parse_area(reader: &mut FieldParser, area: &PracticeAreaBody) -> Option<PracticeArea> {
    let state = reader.parse_state("areas", &area.state)?;
    match (&area.county, area.court_id) {
        (None, None) => Some(PracticeArea::State(state)),
        (Some(county), None) => Some(PracticeArea::County(state, county.clone())),
        (None, Some(court)) => Some(PracticeArea::Court(state, AuthorityId(court))),
        (Some(_), Some(_)) => {
            reader.add_error("areas", "Choose a county or a court, not both.");
            None
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BarLicense)]
pub struct BarLicenseDto {
    /// The state of the bar.
    pub state: String,
    /// The lawyer's registration number at the state bar.
    pub number: String,
}

/// Where a lawyer takes cases: a whole state, or a county or court in it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PracticeArea)]
pub struct PracticeAreaDto {
    pub state: String,
    /// The county, if the area is a single county; null otherwise.
    pub county: Option<String>,
    /// Id of the court in the register of authorities, if the area is a single court; null otherwise.
    pub court_id: Option<i32>,
}

impl From<BarLicense> for BarLicenseDto {
    fn from(license: BarLicense) -> Self {
        Self { state: license.state.name().to_owned(), number: license.number }
    }
}

impl From<PracticeArea> for PracticeAreaDto {
    fn from(area: PracticeArea) -> Self {
        let of = |state: UsState, county, court_id| Self { state: state.name().to_owned(), county, court_id };
        match area {
            PracticeArea::State(state) => of(state, None, None),
            PracticeArea::County(state, county) => of(state, Some(county), None),
            PracticeArea::Court(state, court) => of(state, None, Some(court.0)),
        }
    }
}

/// A lawyer on record.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Lawyer)]
pub struct LawyerDto {
    pub id: i32,
    /// The lawyer's version, which increases with each change.
    pub version: i32,
    pub name: String,
    pub firm: String,
    pub licenses: Vec<BarLicenseDto>,
    /// The states, counties and courts whose cases the lawyer takes.
    pub areas: Vec<PracticeAreaDto>,
    /// Whether the lawyer takes misdemeanors.
    pub takes_misdemeanors: bool,
    /// Maximum number of open cases.
    pub capacity: i32,
    pub email: String,
    /// Phone number: ten digits.
    pub phone: String,
    /// Name on the lawyer's trust account.
    pub trust_account_name: String,
    /// The fixed fee that the lawyer pays us each month, with two decimals. `null` if the lawyer pays none.
    pub monthly_fee: Option<String>,
    /// The month from which the current fee applies, `YYYY-MM`. `null` if the lawyer never had a monthly fee.
    pub fee_from: Option<String>,
    /// Whether cases are offered to the lawyer.
    pub is_active: bool,
    /// Whether the lawyer has accepted an invitation, and so can log in.
    pub has_account: bool,
    /// Id of the lawyer's account. `null` if the lawyer has none.
    pub user_id: Option<i32>,
    /// Whether the second factor of the lawyer's account is on.
    pub has_second_factor: bool,
    /// Number of open cases that the lawyer has accepted, plus open offers.
    pub open_cases: i64,
    /// Median time from an offer to its acceptance, in minutes. `null` if the lawyer hasn't accepted any offer.
    pub minutes_to_accept: Option<i64>,
    /// Number of open cases whose update is overdue.
    pub overdue_updates: i64,
    /// Whether staff uploaded a photo.
    pub has_photo: bool,
}

impl From<LawyerFigures> for LawyerDto {
    fn from(figures: LawyerFigures) -> Self {
        let Lawyer { id, version, record, is_active, user_id, fee_from, has_photo, .. } = figures.lawyer;
        Self {
            id: id.0,
            version,
            name: record.name,
            firm: record.firm,
            licenses: record.licenses.into_iter().map(BarLicenseDto::from).collect(),
            areas: record.areas.into_iter().map(PracticeAreaDto::from).collect(),
            takes_misdemeanors: record.takes_misdemeanors,
            capacity: record.capacity,
            email: record.email,
            phone: record.phone,
            trust_account_name: record.trust_account_name,
            monthly_fee: record.monthly_fee.map(|fee| fee.to_string()),
            fee_from: fee_from.map(|month| month.to_string()),
            is_active,
            has_account: user_id.is_some(),
            user_id: user_id.map(|id| id.0),
            has_second_factor: figures.has_second_factor,
            open_cases: figures.open_cases,
            minutes_to_accept: figures.median_minutes_to_accept,
            overdue_updates: figures.overdue_updates,
            has_photo,
        }
    }
}

/// A lawyer with their open cases and offers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LawyerDetails)]
pub struct LawyerDetailsDto {
    pub lawyer: LawyerDto,
    /// The lawyer's open cases, and cases with an open offer to the lawyer.
    pub cases: Vec<OpenCaseDto>,
}

impl From<LawyerDetails> for LawyerDetailsDto {
    fn from(details: LawyerDetails) -> Self {
        Self {
            lawyer: details.figures.into(),
            cases: details.cases.into_iter().map(OpenCaseDto::from).collect(),
        }
    }
}

/// An open case that a lawyer has accepted or has an open offer for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenCase)]
pub struct OpenCaseDto {
    /// The case's id, which is its hire's id.
    pub id: i32,
    pub user_id: i32,
    pub driver_name: String,
    /// The ticket's violation when the lawyer was hired; null if unknown.
    pub violation: Option<String>,
    /// The step of the case.
    pub step: word::CaseStep,
}

impl From<OpenCase> for OpenCaseDto {
    fn from(OpenCase { case, hire, driver }: OpenCase) -> Self {
        Self {
            id: case.id.0,
            user_id: driver.id.0,
            driver_name: driver.display_name().to_owned(),
            violation: hire.violation_type,
            step: case.step.into(),
        }
    }
}
