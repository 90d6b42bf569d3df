//! The last digits of the social security number (docs/PRODUCT.md#identity-digits).

use std::fmt;

use crate::shared::text::{self, TextError};
use crate::shared::us_state::UsState;

/// How many digits a state's license office asks for: 5 for Iowa, else 4.
pub fn digits_needed(state: Option<UsState>) -> usize {
    if state == Some(UsState::Iowa) { 5 } else { 4 }
}

/// The digits. `Debug` never shows them.
#[derive(Clone, PartialEq, Eq)]
pub struct IdentityDigits(String);

/// The digits are not what the state needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Please enter exactly {needed} digits.")]
pub struct IdentityDigitsError {
    /// How many the state needs.
    pub needed: usize,
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

/// Why staff read a driver's digits: a line of 10 to 300 characters, kept in the audit trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevealReason(String);

/// A reason is missing or does not say enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RevealReasonError {
    /// Too short to be one.
    #[error("Please give a reason of at least {} characters.", RevealReason::MIN_CHARS)]
    TooShort,
    /// Too long, or with characters that cannot be shown.
    #[error(transparent)]
    Text(#[from] TextError),
}

impl RevealReason {
    /// At least this many characters.
    pub const MIN_CHARS: usize = 10;
    /// At most so many.
    pub const MAX_CHARS: usize = 300;

    /// Trims and checks a reason.
    pub fn parse(reason: &str) -> Result<Self, RevealReasonError> {
        if reason.trim().chars().count() < Self::MIN_CHARS {
            return Err(RevealReasonError::TooShort);
        }
        Ok(Self(text::line(reason, Self::MAX_CHARS)?))
    }

    /// The reason as the audit trail may keep it: never with the digits it was given for.
    pub fn without(&self, digits: &str) -> String {
        self.0.replace(digits, &"*".repeat(digits.len()))
    }
}
