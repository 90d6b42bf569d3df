//! License plates (docs/product/everywhere.md#license-plates).

use crate::shared::person::plate_state::PlateState;
use crate::shared::text::constraint::{Constrained, TextConstraint};

/// A license plate: trimmed, upper case, 1 to 10 letters, digits, spaces and hyphens.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plate(String);

/// Why a plate is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlateError {
    /// The license plate field is empty.
    #[error("Please enter a license plate.")]
    Empty,
    /// More than ten characters.
    #[error("A license plate has at most 10 characters.")]
    TooLong,
    /// The string contains characters that no plate has, or neither a letter nor a digit.
    #[error(
        "A license plate can contain only letters, digits, spaces and hyphens, and needs a letter or a digit."
    )]
    NotOnAPlate,
}

impl Plate {
    /// Maximum length of a plate, in characters.
    pub const MAX_CHARS: usize = 10;

    /// Trims, uppercases and validates a plate with at least one ASCII letter or digit.
    pub fn parse(text: &str) -> Result<Self, PlateError> {
        let plate = text.trim().to_ascii_uppercase();
        if plate.is_empty() {
            Err(PlateError::Empty)
        } else if plate.chars().any(|c| !c.is_ascii_alphanumeric() && !matches!(c, ' ' | '-'))
            || !plate.contains(|c: char| c.is_ascii_alphanumeric())
        {
            Err(PlateError::NotOnAPlate)
        } else if plate.len() > Self::MAX_CHARS {
            Err(PlateError::TooLong)
        } else {
            Ok(Self(plate))
        }
    }

    /// The plate as stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Constrained for Plate {
    fn constraint() -> TextConstraint {
        TextConstraint::like("^[A-Za-z0-9 -]*[A-Za-z0-9][A-Za-z0-9 -]*$").at_most(Self::MAX_CHARS)
    }
}

/// Normalizes a plate or license number for comparison: upper case, without whitespace and hyphens.
pub fn plain_number(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').flat_map(char::to_uppercase).collect()
}

/// Words that people write if a vehicle has no plate or its plate is unknown, normalized for comparison.
const PLACEHOLDERS: &[&str] = &[
    "BLANK",
    "BLANKPLATE",
    "DEALER",
    "EXPIRED",
    "INVALID",
    "MISSING",
    "NA",
    "NIL",
    "NOLICENSE",
    "NONE",
    "NONUMBER",
    "NOPLATE",
    "NOPLATES",
    "NOREG",
    "NOTAG",
    "NOTAGS",
    "NOTAPPL",
    "NOTAVAIL",
    "NOTKNOWN",
    "NOTSEEN",
    "NULL",
    "PAPERTAG",
    "PLATE",
    "TEMP",
    "TEMPORARY",
    "TEMPPLATE",
    "TEMPTAG",
    "TEST",
    "UNK",
    "UNKNOWN",
    "UNREADABLE",
    "VOID",
];

/// Whether a plate is a placeholder, such as `NO PLATE` or one repeated character. Tickets of many vehicles have
/// the same placeholder, so Lanewise never matches a placeholder automatically.
pub fn is_placeholder(plate: &str) -> bool {
    let plain: String =
        plate.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    let mut characters = plain.chars();
    let first = characters.next();
    PLACEHOLDERS.contains(&plain.as_str()) || (plain.len() > 1 && characters.all(|c| Some(c) == first))
}

/// Whether a plate and its state identify one vehicle, so that Lanewise may match citations by the plate.
/// Placeholders don't identify a vehicle. Neither do plates with the state `Other`, because different issuers,
/// such as two countries, may have issued the same plate.
pub fn identifies_one_vehicle(plate: &str, state: PlateState) -> bool {
    state != PlateState::Other && !is_placeholder(plate)
}
