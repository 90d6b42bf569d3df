//! License plates (docs/PRODUCT.md#license-plates).

/// A plate: trimmed, upper case, 1 to 10 characters of letters, digits, space and hyphen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plate(String);

/// Why a plate is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlateError {
    /// Nothing was given.
    #[error("Please enter a license plate.")]
    Empty,
    /// More than ten characters.
    #[error("A license plate has at most 10 characters.")]
    TooLong,
    /// Something that is on no plate.
    #[error("A license plate has letters, digits, spaces and hyphens only.")]
    NotOnAPlate,
}

impl Plate {
    /// At most this many characters.
    pub const MAX_CHARS: usize = 10;

    /// Trims, makes upper case and checks. Letters and digits are ASCII, and there is one of them at least.
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

    /// As stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A plate or a license number as it is compared: upper case, without spaces and dashes.
pub fn plain_number(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').flat_map(char::to_uppercase).collect()
}

/// What is written where a vehicle has no plate, or nobody knows it, as plates are compared.
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

/// Whether a plate stands for none, such as `NO PLATE`, or repeats one character. Such a plate matches the tickets of many vehicles,
/// so it is never matched automatically.
pub fn is_placeholder(plate: &str) -> bool {
    let plain: String =
        plate.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    let mut characters = plain.chars();
    let first = characters.next();
    PLACEHOLDERS.contains(&plain.as_str()) || (plain.len() > 1 && characters.all(|c| Some(c) == first))
}
