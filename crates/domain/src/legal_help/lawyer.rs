//! Lawyers, and the courts and offenses whose cases they take (docs/product/cases.md#lawyers).

use chrono::{DateTime, Utc};

use crate::driving_record::court::county_key;
use crate::legal_help::case::record::CaseCourt;
use crate::legal_help::monthly_fee::{FeeMonth, MAX_FEE, MIN_FEE};
use crate::legal_help::offense::OffenseClass;
use crate::shared::ids::{AuthorityId, LawyerId, UserId};
use crate::shared::money::Money;
use crate::shared::person::email::Email;
use crate::shared::person::phone::Phone;
use crate::shared::text::{self, FieldErrors};
use crate::shared::us_state::UsState;

/// Maximum size of an uploaded photo, in megabytes.
pub const MAX_PHOTO_MEGABYTES: usize = 10;
/// Width and height of a stored photo, in pixels.
pub const PHOTO_SIDE: u32 = 256;

/// A lawyer on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lawyer {
    /// Id of the lawyer's record. Not the id of their account.
    pub id: LawyerId,
    /// The details that staff entered.
    pub record: LawyerRecord,
    /// Whether the lawyer gets offers and may use their account.
    pub is_active: bool,
    /// The lawyer's account; `None` until the lawyer accepts an invitation.
    pub user_id: Option<UserId>,
    /// When the lawyer last got an offer; `None` if never.
    pub last_offered_at: Option<DateTime<Utc>>,
    /// The first month that the monthly fee applies to; `None` if the lawyer never had a monthly fee.
    pub fee_from: Option<FeeMonth>,
    /// Increases with each change, so that staff can't overwrite changes they haven't seen.
    pub version: i32,
    /// When staff added the lawyer.
    pub created_at: DateTime<Utc>,
    /// Whether staff uploaded a photo.
    pub has_photo: bool,
}

impl Lawyer {
    /// Whether Lanewise may offer the lawyer a case of this court and offense class, ignoring the lawyer's capacity.
    pub fn can_be_offered(&self, court: &CaseCourt, class: OffenseClass) -> bool {
        self.is_active && self.user_id.is_some() && self.record.takes(court, class)
    }
}

/// The details of a lawyer that staff enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawyerRecord {
    /// Full name, shown to drivers.
    pub name: String,
    /// Name of the law firm, shown to drivers.
    pub firm: String,
    /// Bar licenses, at most one per state.
    pub licenses: Vec<BarLicense>,
    /// The states, counties and courts in which the lawyer takes cases.
    pub areas: Vec<PracticeArea>,
    /// Whether the lawyer takes misdemeanors. Every lawyer takes infractions.
    pub takes_misdemeanors: bool,
    /// Maximum number of open cases and open offers of the lawyer at the same time.
    pub capacity: i32,
    /// Email address for drivers and staff.
    pub email: String,
    /// Phone number for drivers and staff: ten digits.
    pub phone: String,
    /// Name on the lawyer's trust account.
    pub trust_account_name: String,
    /// The fixed fee that the lawyer pays Lanewise each month; `None` if the lawyer pays none.
    pub monthly_fee: Option<Money>,
}

/// A license to practice law in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarLicense {
    /// State of the bar.
    pub state: UsState,
    /// License number at this bar.
    pub number: String,
}

impl BarLicense {
    /// Whether two licenses are the same, ignoring case, spaces, dots, hyphens and slashes in the number.
    pub fn is_same(&self, other: &Self) -> bool {
        let key = |number: &str| number.replace([' ', '-', '.', '/'], "").to_lowercase();
        self.state == other.state && key(&self.number) == key(&other.number)
    }
}

/// An area in whose courts a lawyer takes cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PracticeArea {
    /// All courts in a state.
    State(UsState),
    /// All courts in a county of a state.
    County(UsState, String),
    /// One court in the register of authorities.
    Court(UsState, AuthorityId),
}

impl PracticeArea {
    /// State of the area.
    pub const fn state(&self) -> UsState {
        match self {
            Self::State(state) | Self::County(state, _) | Self::Court(state, _) => *state,
        }
    }

    /// Whether the area includes this court. An unknown court is included only in an area that covers its whole state.
    fn includes(&self, court: &CaseCourt) -> bool {
        court.state == Some(self.state())
            && match self {
                Self::State(_) => true,
                Self::County(_, county) => {
                    court.county.as_ref().is_some_and(|other| county_key(other) == county_key(county))
                }
                Self::Court(_, id) => court.id == Some(*id),
            }
    }
}

/// Whether a lawyer takes cases of this court and offense class. Doesn't check the license in the court's state.
pub(super) fn takes_with_license(
    areas: &[PracticeArea],
    takes_misdemeanors: bool,
    court: &CaseCourt,
    class: OffenseClass,
) -> bool {
    areas.iter().any(|area| area.includes(court)) && (takes_misdemeanors || !class.counts_as_misdemeanor())
}

impl LawyerRecord {
    /// Maximum length of a name, in characters.
    pub const MAX_NAME_CHARS: usize = 100;
    /// Maximum length of a license number, in characters.
    pub const MAX_NUMBER_CHARS: usize = 30;
    /// Maximum length of a county, in characters.
    pub const MAX_COUNTY_CHARS: usize = 100;
    /// Maximum number of bar licenses.
    pub const MAX_LICENSES: usize = 20;
    /// Maximum number of practice areas per lawyer.
    pub const MAX_AREAS: usize = 200;
    /// Largest capacity, in open cases.
    pub const MAX_CAPACITY: i32 = 500;
    /// Maximum number of lawyers on record.
    pub const MAX_LAWYERS: i64 = 2000;

    /// Whether the lawyer takes cases of this court and offense class. The lawyer must be licensed in the court's
    /// state and have an area that includes the court.
    pub fn takes(&self, court: &CaseCourt, class: OffenseClass) -> bool {
        court.state.is_some_and(|state| self.license_in(state).is_some())
            && takes_with_license(&self.areas, self.takes_misdemeanors, court, class)
    }

    /// Returns the lawyer's license in a state; `None` if the lawyer has none there.
    pub fn license_in(&self, state: UsState) -> Option<&BarLicense> {
        self.licenses.iter().find(|license| license.state == state)
    }

    /// Trims and validates all fields, and normalizes the email address and phone number.
    ///
    /// # Errors
    /// Returns every invalid field, by its name in requests.
    pub fn validated(&self) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::new();
        let record = Self {
            name: read_line(&mut errors, "name", &self.name, Self::MAX_NAME_CHARS),
            firm: read_line(&mut errors, "firm", &self.firm, Self::MAX_NAME_CHARS),
            licenses: self.validated_licenses(&mut errors),
            areas: self.validated_areas(&mut errors),
            takes_misdemeanors: self.takes_misdemeanors,
            capacity: self.capacity,
            email: value_or_error(
                &mut errors,
                "email",
                Email::parse(&self.email).map(|email| email.as_str().to_owned()),
            ),
            phone: value_or_error(
                &mut errors,
                "phone",
                Phone::parse(&self.phone).map(|phone| phone.digits().to_owned()),
            ),
            trust_account_name: read_line(
                &mut errors,
                "trustAccountName",
                &self.trust_account_name,
                Self::MAX_NAME_CHARS,
            ),
            monthly_fee: self.monthly_fee,
        };
        if !(1..=Self::MAX_CAPACITY).contains(&self.capacity) {
            errors.push(("capacity", format!("Enter a number from 1 to {}.", Self::MAX_CAPACITY)));
        }
        if self.monthly_fee.is_some_and(|fee| !(MIN_FEE..=MAX_FEE).contains(&fee)) {
            errors
                .push(("monthlyFee", "Enter an amount from $1 to $10,000, or leave this empty.".to_owned()));
        }
        if errors.is_empty() { Ok(record) } else { Err(errors) }
    }

    /// Trims and validates the licenses: at most one for each state, each with its number. Adds mistakes to `errors`.
    fn validated_licenses(&self, errors: &mut FieldErrors) -> Vec<BarLicense> {
        let is_repeated = |(at, license): (usize, &BarLicense)| {
            self.licenses.iter().skip(at + 1).any(|other| other.state == license.state)
        };
        if self.licenses.is_empty() {
            errors.push(("licenses", "Add at least one bar license.".to_owned()));
        } else if self.licenses.len() > Self::MAX_LICENSES {
            errors.push(("licenses", format!("Add at most {} bar licenses.", Self::MAX_LICENSES)));
        } else if self.licenses.iter().enumerate().any(is_repeated) {
            errors.push(("licenses", "Add only one bar license for each state.".to_owned()));
        }
        let number =
            |license: &BarLicense| text::line(&license.number, Self::MAX_NUMBER_CHARS).unwrap_or_default();
        let licenses: Vec<_> = self
            .licenses
            .iter()
            .map(|license| BarLicense { state: license.state, number: number(license) })
            .collect();
        if licenses.iter().any(|license| license.number.is_empty()) {
            errors.push(("licenses", "Enter the number of each bar license.".to_owned()));
        }
        licenses
    }

    /// Trims and validates the areas, each of which needs a license in its state. Drops repeated areas.
    /// Adds mistakes to `errors`.
    fn validated_areas(&self, errors: &mut FieldErrors) -> Vec<PracticeArea> {
        if self.areas.is_empty() {
            errors.push(("areas", "Add at least one state, county or court.".to_owned()));
        } else if self.areas.len() > Self::MAX_AREAS {
            errors.push(("areas", format!("Add at most {} areas.", Self::MAX_AREAS)));
        } else if let Some(area) = self.areas.iter().find(|area| self.license_in(area.state()).is_none()) {
            let state = area.state().name();
            errors.push(("areas", format!("Add a bar license in {state}, or remove this area.")));
        }
        let mut areas: Vec<PracticeArea> = Vec::new();
        for area in &self.areas {
            let area = match area {
                PracticeArea::County(state, county) => {
                    let county = text::line(county, Self::MAX_COUNTY_CHARS).unwrap_or_default();
                    if county_key(&county).is_empty() {
                        errors.push(("areas", "Enter the name of each county.".to_owned()));
                    }
                    PracticeArea::County(*state, county)
                }
                PracticeArea::State(_) | PracticeArea::Court(..) => area.clone(),
            };
            if !areas.contains(&area) {
                areas.push(area);
            }
        }
        areas
    }
}

/// Trims and validates a line of at most `max` characters. If it is invalid, adds an error for `field` and
/// returns an empty string.
fn read_line(errors: &mut FieldErrors, field: &'static str, value: &str, max: usize) -> String {
    value_or_error(errors, field, text::line(value, max))
}

/// Returns the value. If there is none, adds an error for `field` and returns an empty string.
fn value_or_error<E: std::fmt::Display>(
    errors: &mut FieldErrors,
    field: &'static str,
    value: Result<String, E>,
) -> String {
    value.unwrap_or_else(|error| {
        errors.push((field, error.to_string()));
        String::new()
    })
}
