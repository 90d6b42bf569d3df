//! Verification of a user's email, license and plate (docs/product/accounts.md#verification). Anyone can sign
//! up with a stranger's details, so only verified ones decide which driver gets a citation.

use chrono::{DateTime, Utc};

use crate::shared::text::{self, TextError};
use crate::shared::words::stored_words;

/// A detail that a user enters about themself, and that citations are matched by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The email address. The user confirms it by a link.
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
    /// When it was verified.
    pub at: DateTime<Utc>,
    /// How staff verified it, in their words; `None` for an email, which its link confirms.
    pub basis: Option<String>,
}

/// The verifications of a user's claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// The email's verification, if it is verified.
    pub email: Option<VerificationRecord>,
    /// The license's verification, if it is verified.
    pub license: Option<VerificationRecord>,
    /// The plate's verification, if it is verified.
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

/// How staff verified a claim, such as "Registration document".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerificationBasis(String);

impl VerificationBasis {
    /// Minimum length, in characters.
    pub const MIN_CHARS: usize = 3;
    /// Maximum length, in characters.
    pub const MAX_CHARS: usize = 200;

    /// Trims and validates one line of text.
    ///
    /// # Errors
    /// Fails if the line is invalid or shorter than [`VerificationBasis::MIN_CHARS`].
    pub fn parse(text: &str) -> Result<Self, BasisError> {
        let line = text::line(text, Self::MAX_CHARS)?;
        if line.chars().count() < Self::MIN_CHARS { Err(BasisError::TooShort) } else { Ok(Self(line)) }
    }

    /// The trimmed text, as stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why a basis is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BasisError {
    /// The text is shorter than [`VerificationBasis::MIN_CHARS`].
    #[error("Enter what you checked to verify it.")]
    TooShort,
    /// The text isn't a valid line of text.
    #[error(transparent)]
    Text(#[from] TextError),
}

/// Maximum users that staff can verify in one step.
pub const MAX_AT_ONCE: i64 = 1_000;
