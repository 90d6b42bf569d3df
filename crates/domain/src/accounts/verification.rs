//! What of a user is known to be theirs (docs/PRODUCT.md#verification): anybody can register a stranger's e-mail, license or plate,
//! and citations go by these.

use chrono::{DateTime, Utc};

use crate::shared::text::{self, TextError};
use crate::shared::words::stored_words;

/// What a user says is theirs, and by what citations find them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// Their e-mail, which they confirm by a link.
    Email,
    /// Their license: its number and its state. Staff verify it.
    License,
    /// The plate of their vehicle and its state. Staff verify it.
    Plate,
}

stored_words!(Claim { Email => "email", License => "license", Plate => "plate", });

/// Since when something is known to be a user's, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Since when.
    pub at: DateTime<Utc>,
    /// By what, in the words of staff; none of an e-mail, which its link confirms.
    pub basis: Option<String>,
}

/// What of a user is verified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// The e-mail.
    pub email: Option<Verified>,
    /// The license.
    pub license: Option<Verified>,
    /// The plate.
    pub plate: Option<Verified>,
}

impl Verification {
    /// Since when this is verified, and by what.
    pub fn of(&self, claim: Claim) -> Option<&Verified> {
        match claim {
            Claim::Email => self.email.as_ref(),
            Claim::License => self.license.as_ref(),
            Claim::Plate => self.plate.as_ref(),
        }
    }

    /// Says something else of it.
    pub fn set(&mut self, claim: Claim, verified: Option<Verified>) {
        match claim {
            Claim::Email => self.email = verified,
            Claim::License => self.license = verified,
            Claim::Plate => self.plate = verified,
        }
    }
}

/// By what staff verify something, such as "Registration document".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis(String);

impl Basis {
    /// At least this many characters.
    pub const MIN_CHARS: usize = 3;
    /// At most this many.
    pub const MAX_CHARS: usize = 200;

    /// One line that says something.
    ///
    /// # Errors
    /// When it does not.
    pub fn parse(text: &str) -> Result<Self, BasisError> {
        let line = text::line(text, Self::MAX_CHARS)?;
        if line.chars().count() < Self::MIN_CHARS { Err(BasisError::TooShort) } else { Ok(Self(line)) }
    }

    /// As stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why it will not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BasisError {
    /// Nothing anybody could look up later.
    #[error("Say by what you verified it.")]
    TooShort,
    /// Not a line of text.
    #[error(transparent)]
    Text(#[from] TextError),
}

/// Staff verify at most so many users in one step.
pub const MOST_AT_ONCE: i64 = 1_000;
