//! Personal details that a driver enters at signup (docs/product/accounts.md#personal-details), and contact details.

pub mod email;
pub mod phone;
pub mod plate;
pub mod plate_state;

use chrono::{Datelike, NaiveDate};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::shared::text::constraint::{Constrained, TextConstraint};
use crate::shared::text::{self, TextError};

/// A full name: trimmed, 1 to 100 characters in any script.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FullName(String);

/// Why a name is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FullNameError {
    /// The name field is empty.
    #[error("Full name is required")]
    Empty,
    /// More than 100 characters.
    #[error("Use at most 100 characters for the name.")]
    TooLong,
    /// The name contains a character that can't be displayed.
    #[error("Please remove the invisible characters from the name.")]
    Unprintable,
    /// The driver's name contains the word Lanewise.
    #[error("A name can’t contain “Lanewise”.")]
    Ours,
}

/// The product's name, normalized. No driver's name may contain it.
const OURS: &str = "lanewise";

/// Normalizes a name: removes case, accents, compatibility forms and invisible characters. Spaces stay, because a
/// driver may be called Lane Wiseman.
fn fold_name(name: &str) -> String {
    let is_read = |c: &char| !is_combining_mark(*c) && (*c == ' ' || !text::is_invisible(*c));
    name.nfkd().filter(is_read).flat_map(char::to_lowercase).collect()
}

impl FullName {
    /// Maximum length of a name, in characters.
    pub const MAX_CHARS: usize = 100;

    /// Trims and validates a name.
    pub fn parse(text: &str) -> Result<Self, FullNameError> {
        text::line(text, Self::MAX_CHARS).map(Self).map_err(|error| match error {
            TextError::Empty => FullNameError::Empty,
            TextError::TooLong { .. } => FullNameError::TooLong,
            TextError::Unprintable => FullNameError::Unprintable,
        })
    }

    /// Trims and validates a driver's name, which must not contain "Lanewise". Support staff see
    /// drivers' names and could mistake such a driver for a colleague.
    pub fn of_driver(text: &str) -> Result<Self, FullNameError> {
        let name = Self::parse(text)?;
        if fold_name(name.as_str()).contains(OURS) { Err(FullNameError::Ours) } else { Ok(name) }
    }

    /// The trimmed name, as stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Constrained for FullName {
    fn constraint() -> TextConstraint {
        TextConstraint::line(Self::MAX_CHARS)
    }
}

/// A driver's license number: trimmed, 1 to 32 letters, digits, spaces, hyphens and asterisks (which some states use).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LicenseNumber(String);

/// Why a license number is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LicenseNumberError {
    /// The license number field is empty.
    #[error("Driver's license number is required")]
    Empty,
    /// More than 32 characters.
    #[error("A driver’s license number has at most 32 characters.")]
    TooLong,
    /// The string contains characters that no license number has, or neither a letter nor a digit.
    #[error(
        "A driver’s license number can contain only letters, digits, spaces, hyphens and asterisks, and needs a letter or a digit."
    )]
    NotInANumber,
}

impl LicenseNumber {
    /// Maximum length of a license number, in characters.
    pub const MAX_CHARS: usize = 32;

    /// Trims and validates a number with at least one letter or digit. Upper and lower case stay as entered.
    pub fn parse(text: &str) -> Result<Self, LicenseNumberError> {
        let text = text.trim();
        if text.is_empty() {
            Err(LicenseNumberError::Empty)
        } else if text.chars().any(|c| !c.is_ascii_alphanumeric() && !matches!(c, ' ' | '-' | '*'))
            || !text.contains(|c: char| c.is_ascii_alphanumeric())
        {
            Err(LicenseNumberError::NotInANumber)
        } else if text.len() > Self::MAX_CHARS {
            Err(LicenseNumberError::TooLong)
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// The number as stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Constrained for LicenseNumber {
    fn constraint() -> TextConstraint {
        TextConstraint::like("^[A-Za-z0-9 *-]*[A-Za-z0-9][A-Za-z0-9 *-]*$").at_most(Self::MAX_CHARS)
    }
}

/// A valid date of birth of a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DateOfBirth(NaiveDate);

/// Why a date of birth is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DateOfBirthError {
    /// The date of birth is missing.
    #[error("Date of birth is required")]
    Empty,
    /// The date is in the future.
    #[error("The date of birth is in the future.")]
    InTheFuture,
    /// The date is before 1900.
    #[error("Please enter a date of birth after 1899.")]
    TooLongAgo,
    /// The person is younger than [`DateOfBirth::MIN_AGE`].
    #[error("You must be at least 14 years old.")]
    TooYoung,
}

impl DateOfBirth {
    /// Minimum age of a driver, the lowest age for a learner's permit in any state.
    pub const MIN_AGE: u32 = 14;

    /// Validates a date of birth. `today` is the day in the business time zone. A driver born on February 29
    /// turns a year older on March 1 in years without a February 29.
    pub fn parse(date: NaiveDate, today: NaiveDate) -> Result<Self, DateOfBirthError> {
        if date > today {
            Err(DateOfBirthError::InTheFuture)
        } else if date.year() < 1900 {
            Err(DateOfBirthError::TooLongAgo)
        } else if today.years_since(date).is_none_or(|age| age < Self::MIN_AGE) {
            Err(DateOfBirthError::TooYoung)
        } else {
            Ok(Self(date))
        }
    }

    /// The validated date of birth.
    pub const fn date(self) -> NaiveDate {
        self.0
    }
}

impl Constrained for DateOfBirth {
    fn constraint() -> TextConstraint {
        TextConstraint::day()
    }
}
