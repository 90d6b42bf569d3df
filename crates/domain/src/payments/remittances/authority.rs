//! The register of authorities whose fines drivers pay in Lanewise (docs/product/money-to-authorities.md#authorities).

use chrono_tz::Tz;

use crate::driving_record::contesting::letter::MAX_ADDRESS_CHARS;
use crate::driving_record::court::AuthorityPlace;
use crate::driving_record::court_zone::{default_zone, other_zone};
use crate::shared::citation_number::issuer_key;
use crate::shared::ids::AuthorityId;
use crate::shared::stored_words::stored_words;
use crate::shared::text::{self, TextError};
use crate::shared::us_state::UsState;

/// Whether an authority is a court, a city or a toll agency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AuthorityKind {
    /// A court, for traffic tickets.
    Court,
    /// A city or county, for parking tickets.
    City,
    /// A toll agency, for tolls.
    TollAgency,
}

stored_words!(AuthorityKind {
    Court => "court",
    City => "city",
    TollAgency => "toll_agency",
});

/// An authority whose fines drivers pay in Lanewise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authority {
    /// Id of the authority in the register.
    pub id: AuthorityId,
    /// The details that staff entered.
    pub details: AuthorityDetails,
    /// Increases with each change of the authority.
    pub version: i32,
}

/// The details of an authority that staff enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorityDetails {
    /// Name shown to drivers.
    pub name: String,
    /// Whether the authority is a court, a city or a toll agency.
    pub kind: AuthorityKind,
    /// Other names by which items name the authority, such as a police agency or a toll road.
    pub also_called: Vec<String>,
    /// Instructions for staff on how to pay the authority; `None` if there are none.
    pub pay_to: Option<String>,
    /// Postal address for drivers' letters, on several lines; `None` if unknown.
    pub postal_address: Option<String>,
    /// State of the authority; `None` if unknown.
    pub state: Option<UsState>,
    /// County of the authority; `None` if unknown.
    pub county: Option<String>,
    /// Time zone of the authority; `None` if the state's default applies.
    pub time_zone: Option<Tz>,
}

impl Authority {
    /// Returns the details from which Lanewise derives a ticket's court.
    pub fn place(&self) -> AuthorityPlace {
        AuthorityPlace {
            id: self.id,
            is_court: self.details.kind == AuthorityKind::Court,
            state: self.details.state,
            time_zone: self.details.time_zone,
        }
    }
}

/// Why the details of an authority that staff entered are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuthorityError {
    /// The name is invalid.
    #[error("the name: {0}")]
    Name(TextError),
    /// An additional name of the authority is invalid.
    #[error("another name: {0}")]
    AlsoCalled(TextError),
    /// There are more than [`AuthorityDetails::MAX_NAMES`] other names.
    #[error("at most {} other names", AuthorityDetails::MAX_NAMES)]
    TooManyNames,
    /// The payment instructions are invalid.
    #[error("how money is sent: {0}")]
    PayTo(TextError),
    /// The postal address is invalid.
    #[error("the postal address: {0}")]
    PostalAddress(TextError),
    /// The state doesn't exist.
    #[error("Enter a US state.")]
    State,
    /// The county is invalid.
    #[error("the county: {0}")]
    County(TextError),
    /// The state's courts don't use this time zone.
    #[error("Choose a time zone in that state.")]
    TimeZone,
}

impl AuthorityDetails {
    /// Maximum length of a name, in characters.
    pub const MAX_NAME_CHARS: usize = 100;
    /// Maximum number of other names.
    pub const MAX_NAMES: usize = 50;
    /// Maximum length of the payment instructions, in characters.
    pub const MAX_PAY_TO_CHARS: usize = 1000;
    /// Maximum length of a county, in characters.
    pub const MAX_COUNTY_CHARS: usize = 100;
    /// Maximum number of authorities in the register.
    pub const MAX_AUTHORITIES: i64 = 2000;

    /// Trims and validates the names and the payment instructions that staff entered. Drops additional names that are
    /// the same as another name after normalization ([`issuer_key`]).
    ///
    /// # Errors
    /// Returns the first field that is invalid.
    pub fn parse(
        name: &str,
        kind: AuthorityKind,
        also_called: &[String],
        pay_to: Option<&str>,
    ) -> Result<Self, AuthorityError> {
        let name = parse_name(name).map_err(AuthorityError::Name)?;
        if also_called.len() > Self::MAX_NAMES {
            return Err(AuthorityError::TooManyNames);
        }
        let mut names: Vec<String> = Vec::new();
        for other in also_called {
            let other = parse_name(other).map_err(AuthorityError::AlsoCalled)?;
            let is_known = names.iter().chain([&name]).any(|one| issuer_key(one) == issuer_key(&other));
            if !is_known {
                names.push(other);
            }
        }
        let pay_to = optional_paragraph(pay_to, Self::MAX_PAY_TO_CHARS).map_err(AuthorityError::PayTo)?;
        Ok(Self {
            name,
            kind,
            also_called: names,
            pay_to,
            postal_address: None,
            state: None,
            county: None,
            time_zone: None,
        })
    }

    /// Sets the postal address for drivers' letters.
    ///
    /// # Errors
    /// Fails with [`AuthorityError::PostalAddress`] if the address is invalid
    /// or longer than [`MAX_ADDRESS_CHARS`].
    pub fn with_postal_address(self, address: Option<&str>) -> Result<Self, AuthorityError> {
        let postal_address = optional_paragraph(address, MAX_ADDRESS_CHARS);
        Ok(Self { postal_address: postal_address.map_err(AuthorityError::PostalAddress)?, ..self })
    }

    /// Sets the authority's state, county and time zone. Blank strings and the default time zone of
    /// the state become `None`.
    ///
    /// # Errors
    /// Returns the first field that is invalid.
    pub fn with_location(
        self,
        state: Option<&str>,
        county: Option<&str>,
        time_zone: Option<&str>,
    ) -> Result<Self, AuthorityError> {
        let given =
            |text: Option<&'_ str>| text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let state =
            given(state).map(|name| UsState::from_name(&name).ok_or(AuthorityError::State)).transpose()?;
        let county = given(county)
            .map(|county| text::line(&county, Self::MAX_COUNTY_CHARS).map_err(AuthorityError::County))
            .transpose()?;
        let is_usual = |name: &String| state.is_some_and(|state| default_zone(state).name() == name);
        let time_zone = given(time_zone)
            .filter(|name| !is_usual(name))
            .map(|name| {
                let other = state.and_then(other_zone).filter(|zone| zone.name() == name);
                other.ok_or(AuthorityError::TimeZone)
            })
            .transpose()?;
        Ok(Self { state, county, time_zone, ..self })
    }

    /// Returns all names, normalized for comparison with items' issuers.
    pub fn keys(&self) -> Vec<String> {
        [&self.name].into_iter().chain(&self.also_called).map(|name| issuer_key(name)).collect()
    }
}

/// Trims and validates a string of several lines. A blank string becomes `None`.
fn optional_paragraph(given: Option<&str>, max_chars: usize) -> Result<Option<String>, TextError> {
    let given = given.filter(|given| !given.trim().is_empty());
    given.map(|given| text::paragraph(given, max_chars)).transpose()
}

/// Trims and validates a name. A name needs a letter or digit, because comparisons ignore other characters.
fn parse_name(name: &str) -> Result<String, TextError> {
    let name = text::line(name, AuthorityDetails::MAX_NAME_CHARS)?;
    if issuer_key(&name).is_empty() { Err(TextError::Empty) } else { Ok(name) }
}
