//! Verification of a user's email, license and plate (docs/product/accounts.md#verification). Anyone can
//! sign up with a stranger's details, so Lanewise assigns citations automatically only to users whose
//! matching details are verified.

use chrono::{DateTime, Utc};

use crate::shared::stored_words::stored_words;
use crate::shared::text::constraint::{Constrained, TextConstraint};
use crate::shared::text::{self, TextError};

/// A detail that users enter about themselves. Citations with this detail may belong to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The email address. The user confirms it by opening an emailed link.
    Email,
    /// The license number and its state. Staff verify it.
    License,
    /// The vehicle's plate and its state. Staff verify it.
    Plate,
}

stored_words!(Claim { Email => "email", License => "license", Plate => "plate", });

/// When and how a claim was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerificationRecord {
    /// When the claim was verified.
    pub at: DateTime<Utc>,
    /// How staff verified the claim, in their words; `None` for an email, which its owner confirms.
    pub basis: Option<String>,
}

/// The verifications of a user's claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// The email's verification; `None` if the email isn't verified.
    pub email: Option<VerificationRecord>,
    /// The license's verification; `None` if the license isn't verified.
    pub license: Option<VerificationRecord>,
    /// The plate's verification; `None` if the plate isn't verified.
    pub plate: Option<VerificationRecord>,
}

impl Verification {
    /// Returns the verification of a claim; `None` if it isn't verified.
    pub fn of(&self, claim: Claim) -> Option<&VerificationRecord> {
        match claim {
            Claim::Email => self.email.as_ref(),
            Claim::License => self.license.as_ref(),
            Claim::Plate => self.plate.as_ref(),
        }
    }

    /// Sets or clears the verification of a claim.
    pub fn set(&mut self, claim: Claim, verified: Option<VerificationRecord>) {
        match claim {
            Claim::Email => self.email = verified,
            Claim::License => self.license = verified,
            Claim::Plate => self.plate = verified,
        }
    }
}

/// How staff verified a claim, in their words, such as "Registration document".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerificationBasis(String);

impl VerificationBasis {
    /// Minimum length of the words, in characters.
    pub const MIN_CHARS: usize = 3;
    /// Maximum length of the words, in characters.
    pub const MAX_CHARS: usize = 200;

    /// Trims and validates how staff verified a claim: one line of text.
    ///
    /// # Errors
    /// Fails if the line is invalid or shorter than [`VerificationBasis::MIN_CHARS`].
    pub fn parse(text: &str) -> Result<Self, BasisError> {
        let line = text::line(text, Self::MAX_CHARS)?;
        if line.chars().count() < Self::MIN_CHARS { Err(BasisError::TooShort) } else { Ok(Self(line)) }
    }

    /// The trimmed text, as stored and shown to staff.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Constrained for VerificationBasis {
    fn constraint() -> TextConstraint {
        TextConstraint::long_line(Self::MIN_CHARS, Self::MAX_CHARS)
    }
}

/// Why staff's words about a verification are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BasisError {
    /// The words are shorter than [`VerificationBasis::MIN_CHARS`].
    #[error("Enter what you checked to verify it.")]
    TooShort,
    /// The words aren't a valid line of text.
    #[error(transparent)]
    Text(#[from] TextError),
}

/// Maximum number of users that staff can verify in one step.
pub const MAX_AT_ONCE: i64 = 1_000;
