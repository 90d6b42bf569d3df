//! Confirmation numbers (docs/product/payments.md#confirmation-numbers): `CONF-` and ten characters that
//! are hard to misread.

use std::fmt;

/// The number that identifies a payment to people.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConfirmationNumber(String);

/// Start of every confirmation number.
pub const PREFIX: &str = "CONF-";

/// Uppercase letters and digits without `0`, `O`, `1` and `I`, which look alike. With exactly 32 characters, five
/// random bits choose each character with the same probability.
pub const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const LETTERS: usize = 10;

impl ConfirmationNumber {
    /// Builds a number from random bytes, using five bits of each.
    pub fn from_random(bytes: [u8; LETTERS]) -> Self {
        let letters = bytes.iter().filter_map(|byte| ALPHABET.get(usize::from(byte % 32)));
        Self(PREFIX.chars().chain(letters.map(|letter| char::from(*letter))).collect())
    }

    /// Parses a number that a person may have typed, ignoring case and surrounding spaces.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_uppercase();
        let letters = text.strip_prefix(PREFIX)?;
        (letters.len() == LETTERS && letters.bytes().all(|byte| ALPHABET.contains(&byte)))
            .then_some(Self(text))
    }

    /// The number as stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ConfirmationNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
