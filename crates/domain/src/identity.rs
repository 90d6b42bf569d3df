//! The last digits of the social security number (driver specification, section 5; decision 21).

use std::fmt;

use crate::us_state::UsState;

/// How many digits a state's licence office asks for: 5 for Iowa, else 4.
pub fn digits_needed(state: Option<UsState>) -> usize {
    if state == Some(UsState::Iowa) { 5 } else { 4 }
}

/// The digits. `Debug` never shows them.
#[derive(Clone, PartialEq, Eq)]
pub struct IdentityDigits(String);

/// The digits are not what the state needs. The toast's title is [`IdentityDigitsError::TITLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Please enter exactly {needed} digits.")]
pub struct IdentityDigitsError {
    /// How many the state needs.
    pub needed: usize,
}

impl IdentityDigitsError {
    /// The title it is shown under.
    pub const TITLE: &str = "Invalid SSN";
}

impl IdentityDigits {
    /// Takes exactly the state's number of ASCII digits and nothing else.
    pub fn parse(text: &str, state: Option<UsState>) -> Result<Self, IdentityDigitsError> {
        let needed = digits_needed(state);
        if text.len() == needed && text.bytes().all(|byte| byte.is_ascii_digit()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(IdentityDigitsError { needed })
        }
    }

    /// The digits, to be encrypted.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for IdentityDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdentityDigits(****)")
    }
}
