//! Phone numbers (docs/PRODUCT.md#phone-numbers): ten digits, shown `(xxx) xxx-xxxx`.

/// Digits of a phone number.
pub const DIGITS: usize = 10;

/// Ten digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phone(String);

/// Why a phone number is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PhoneError {
    /// Nothing was given.
    #[error("Please enter a phone number.")]
    Empty,
    /// Neither a digit nor a sign that phone numbers are written with.
    #[error("A phone number has digits only, such as (555) 123-4567.")]
    NotADigit,
    /// Too few or too many digits.
    #[error("Please enter a phone number of 10 digits.")]
    WrongLength,
}

impl Phone {
    /// Takes exactly ten ASCII digits among spaces, `(`, `)`, `-` and `.`. A country code is not understood: with it
    /// there would be eleven.
    pub fn parse(text: &str) -> Result<Self, PhoneError> {
        if text.trim_matches(' ').is_empty() {
            return Err(PhoneError::Empty);
        }
        if text.chars().any(|c| !c.is_ascii_digit() && !matches!(c, ' ' | '(' | ')' | '-' | '.')) {
            return Err(PhoneError::NotADigit);
        }
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        if digits.len() == DIGITS { Ok(Self(digits)) } else { Err(PhoneError::WrongLength) }
    }

    /// The ten digits, as stored.
    pub fn digits(&self) -> &str {
        &self.0
    }

    /// `(xxx) xxx-xxxx`.
    pub fn formatted(&self) -> String {
        format_as_typed(&self.0)
    }
}

/// What a phone field shows for what has been typed into it: the first ten ASCII digits, everything else dropped, as
/// `(555`, `(555) 123`, `(555) 123-4567` grow. A bracket or hyphen appears with the digit behind it only, so that
/// deleting backwards never sticks.
pub fn format_as_typed(typed: &str) -> String {
    let mut shown = String::new();
    for (place, digit) in typed.chars().filter(char::is_ascii_digit).take(DIGITS).enumerate() {
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
