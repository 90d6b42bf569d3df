//! US phone numbers (docs/product/everywhere.md#phone-numbers): ten digits, shown as `(xxx) xxx-xxxx`.

use crate::shared::text::constraint::{Constrained, TextConstraint};

/// Number of digits in a phone number.
pub const DIGITS: usize = 10;

/// A phone number, stored as ten digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phone(String);

/// Why a phone number is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PhoneError {
    /// The phone number field is empty.
    #[error("Please enter a phone number.")]
    Empty,
    /// The number contains characters that don't occur in written phone numbers.
    #[error("A phone number has digits only, such as (555) 123-4567.")]
    NotADigit,
    /// The number has too few or too many digits.
    #[error("Please enter a phone number of 10 digits.")]
    WrongLength,
    /// The area code begins with 0 or 1, which no area code does.
    #[error("An area code can’t begin with 0 or 1.")]
    AreaCode,
}

impl Phone {
    /// Parses exactly ten ASCII digits among spaces, `(`, `)`, `-` and `.`, after an optional country code `1` or `+1`.
    pub fn parse(text: &str) -> Result<Self, PhoneError> {
        if text.trim_matches(' ').is_empty() {
            return Err(PhoneError::Empty);
        }
        let text = text.trim_matches(' ');
        // A `+` is only allowed before the country code of the USA.
        let text = if text.starts_with("+1") { text.trim_start_matches('+') } else { text };
        if text.chars().any(|c| !c.is_ascii_digit() && !matches!(c, ' ' | '(' | ')' | '-' | '.')) {
            return Err(PhoneError::NotADigit);
        }
        let digits: String = national_digits(text).collect();
        if digits.len() != DIGITS {
            return Err(PhoneError::WrongLength);
        }
        if digits.starts_with(['0', '1']) { Err(PhoneError::AreaCode) } else { Ok(Self(digits)) }
    }

    /// The ten digits, as stored.
    pub fn digits(&self) -> &str {
        &self.0
    }

    /// Formats the number as `(xxx) xxx-xxxx`.
    pub fn formatted(&self) -> String {
        format_as_typed(&self.0)
    }
}

impl Constrained for Phone {
    fn constraint() -> TextConstraint {
        TextConstraint::like(r"^ *(\+1)?[ ().1-]*[2-9][ ().-]*([0-9][ ().-]*){9}$")
    }
}

/// Returns the ASCII digits without the country code, which is recognized because no area code begins with 1.
fn national_digits(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(char::is_ascii_digit).skip_while(|digit| *digit == '1')
}

/// Formats the text of a phone field while a driver types: `(555`, `(555) 123`, `(555) 123-4567`. Only the first
/// ten digits after the country code are shown. A bracket or hyphen appears only when a digit follows it, so that
/// backspace always deletes a digit.
pub fn format_as_typed(typed: &str) -> String {
    let mut shown = String::new();
    for (place, digit) in national_digits(typed).take(DIGITS).enumerate() {
        shown.push_str(match place {
            0 => "(",
            3 => ") ",
            6 => "-",
            _ => "",
        });
        shown.push(digit);
    }
    shown
}
