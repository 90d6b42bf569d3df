//! SSN digits: the last digits of the social security number (docs/product/requests.md#ssn-digits).

use std::fmt;

use crate::shared::text::constraint::{Constrained, TextConstraint};
use crate::shared::text::{self, TextError};
use crate::shared::us_state::UsState;

/// Number of SSN digits that a state's license office needs: 5 for Iowa, 4 elsewhere.
pub fn required_ssn_digits(state: Option<UsState>) -> usize {
    if state == Some(UsState::Iowa) { 5 } else { 4 }
}

/// A driver's SSN digits. The `Debug` output never contains the digits.
#[derive(Clone, PartialEq, Eq)]
pub struct IdentityDigits(String);

/// Error for a string that doesn't consist of exactly as many digits as the state needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Please enter exactly {needed} digits.")]
pub struct IdentityDigitsError {
    /// Number of digits that the state needs.
    pub needed: usize,
}

impl IdentityDigits {
    /// Parses exactly as many ASCII digits as the state needs.
    pub fn parse(text: &str, state: Option<UsState>) -> Result<Self, IdentityDigitsError> {
        let needed = required_ssn_digits(state);
        if text.len() == needed && text.bytes().all(|byte| byte.is_ascii_digit()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(IdentityDigitsError { needed })
        }
    }

    /// The SSN digits in plain text, for encryption.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl Constrained for IdentityDigits {
    fn constraint() -> TextConstraint {
        TextConstraint::like("^[0-9]{4,5}$")
    }
}

impl fmt::Debug for IdentityDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdentityDigits(****)")
    }
}

/// Staff's reason for reading a driver's SSN digits: one line, stored in the audit trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevealReason(String);

/// Why a reason is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RevealReasonError {
    /// The reason is shorter than [`RevealReason::MIN_CHARS`].
    #[error("Enter a reason of at least {} characters.", RevealReason::MIN_CHARS)]
    TooShort,
    /// The reason is too long, or has characters that can't be shown.
    #[error(transparent)]
    Text(#[from] TextError),
}

impl RevealReason {
    /// Minimum length of a reason, in characters.
    pub const MIN_CHARS: usize = 10;
    /// Maximum length of a reason, in characters.
    pub const MAX_CHARS: usize = 300;

    /// Trims and validates a reason.
    pub fn parse(reason: &str) -> Result<Self, RevealReasonError> {
        if reason.trim().chars().count() < Self::MIN_CHARS {
            return Err(RevealReasonError::TooShort);
        }
        Ok(Self(text::line(reason, Self::MAX_CHARS)?))
    }

    /// Returns the reason for the audit trail, with a driver's SSN digits masked. Digits that are written
    /// differently, such as with spaces between them, aren't masked.
    pub fn with_masked(&self, digits: &str) -> String {
        self.0.replace(digits, &"*".repeat(digits.len()))
    }
}

impl Constrained for RevealReason {
    fn constraint() -> TextConstraint {
        TextConstraint::long_line(Self::MIN_CHARS, Self::MAX_CHARS)
    }
}
