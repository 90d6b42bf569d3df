//! US phone numbers (docs/PRODUCT.md#phone-numbers): ten digits, shown `(xxx) xxx-xxxx`.

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
    /// No area code begins with 0 or 1.
    #[error("An area code can't begin with 0 or 1.")]
    AreaCode,
}

impl Phone {
    /// Takes exactly ten ASCII digits among spaces, `(`, `)`, `-` and `.`, after the country code `1` or `+1` if it is there.
    pub fn parse(text: &str) -> Result<Self, PhoneError> {
        if text.trim_matches(' ').is_empty() {
            return Err(PhoneError::Empty);
        }
        let text = text.trim_matches(' ');
        // Another country's number begins with another digit.
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

    /// `(xxx) xxx-xxxx`.
    pub fn formatted(&self) -> String {
        format_as_typed(&self.0)
    }
}

/// The ASCII digits without the country code: no area code begins with 1.
fn national_digits(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(char::is_ascii_digit).skip_while(|digit| *digit == '1')
}

/// What a phone field shows for what has been typed into it: the first ten digits after the country code, everything else dropped, as
/// `(555`, `(555) 123`, `(555) 123-4567` grow. A bracket or hyphen appears with the digit behind it only, so that
/// deleting backwards never sticks.
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
