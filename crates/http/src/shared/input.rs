//! Parsing of fields that several request bodies have.

use std::ops::RangeInclusive;

use chrono::NaiveDate;
use domain::shared::money::Money;
use domain::shared::person::plate_state::PlateState;
use domain::shared::text;
use domain::shared::us_state::UsState;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Messages for invalid fields, by JSON name.
pub type FieldErrors = Vec<(&'static str, String)>;

/// Decimal money in a request, as a string or a number (docs/product/everywhere.md#how-values-are-written).
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum MoneyInput {
    /// An amount as a string, such as `"150.00"`.
    Text(String),
    /// An amount as a number, such as `150`.
    Number(f64),
}

impl std::fmt::Display for MoneyInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
        }
    }
}

impl MoneyInput {
    /// Parses the amount. Returns `None` if it is invalid.
    pub fn parse(&self) -> Option<Money> {
        Money::parse_decimal(&self.to_string())
    }
}

/// A field that clients may send although the server decides its value. Any value is
/// accepted and ignored (docs/product/everywhere.md#fields-the-server-decides).
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[schema(value_type = Value)]
pub struct Ignored(pub Option<Value>);

/// Parser for fields of a request, which collects their errors.
#[derive(Debug, Default)]
pub struct FieldParser {
    problems: FieldErrors,
}

impl FieldParser {
    /// Returns a required string. If the string is missing or blank, adds an error with the message
    /// `missing` and returns `None`.
    pub fn require_text<'a>(
        &mut self,
        field: &'static str,
        text: Option<&'a str>,
        missing: &str,
    ) -> Option<&'a str> {
        let found = non_blank(text);
        if found.is_none() {
            self.problems.push((field, missing.to_owned()));
        }
        found
    }

    /// Returns the value in `parsed`. If it is an error, adds it as an error about `field` and returns `None`.
    pub fn take_valid<T, E: std::fmt::Display>(
        &mut self,
        field: &'static str,
        parsed: Result<T, E>,
    ) -> Option<T> {
        parsed.map_err(|error| self.problems.push((field, error.to_string()))).ok()
    }

    /// Parses a state by its full name. For any other string, adds an error and returns `None`.
    pub fn parse_state(&mut self, field: &'static str, name: &str) -> Option<UsState> {
        self.take_valid(field, UsState::from_name(name.trim()).ok_or("Choose a US state."))
    }

    /// Parses the state or province where a plate is registered, by its full name. For any other string, adds an
    /// error and returns `None`.
    pub fn parse_plate_state(&mut self, field: &'static str, name: &str) -> Option<PlateState> {
        let sentence = "Choose a US state, a Canadian province or Other.";
        self.take_valid(field, PlateState::from_name(name.trim()).ok_or(sentence))
    }

    /// Parses a date as `YYYY-MM-DD`. For an invalid date, adds an error and returns `None`.
    pub fn parse_date(&mut self, field: &'static str, text: &str) -> Option<NaiveDate> {
        self.take_valid(field, text::day(text))
    }

    /// Returns `number` if it is within `bounds`; `None` if it is missing. For a number out of bounds, adds
    /// an error and returns `None`.
    pub fn check_range(
        &mut self,
        field: &'static str,
        number: Option<i32>,
        bounds: RangeInclusive<i32>,
    ) -> Option<i32> {
        let number = number?;
        let (least, most) = (bounds.start(), bounds.end());
        let sentence = format!("Enter a whole number from {least} to {most}.");
        self.take_valid(field, Some(number).filter(|number| bounds.contains(number)).ok_or(sentence))
    }

    /// Adds an error about `field`. `sentence` is the message for the user.
    pub fn add_error(&mut self, field: &'static str, sentence: &str) {
        self.problems.push((field, sentence.to_owned()));
    }

    /// Returns `value` if there were no errors.
    ///
    /// # Errors
    /// Lists the errors of all fields. Also fails if `value` is `None`.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, application::Error> {
        match value {
            Some(value) if self.problems.is_empty() => Ok(value),
            _ => Err(application::Error::Fields(self.problems)),
        }
    }
}

/// Returns the string if it is not blank.
pub fn non_blank(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}
