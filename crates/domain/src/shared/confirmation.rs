//! Confirmation numbers (docs/PRODUCT.md#confirmation-numbers): `CONF-` and ten characters that nobody misreads.

use std::fmt;

/// A confirmation number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConfirmationNumber(String);

/// What every confirmation number begins with.
pub const PREFIX: &str = "CONF-";

/// Upper-case letters and digits without `0`, `O`, `1` and `I`. With those gone nothing else looks like another, and there are
/// 32, so five bits of a random byte choose one without bias.
pub const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const LETTERS: usize = 10;

impl ConfirmationNumber {
    /// The number of these random bytes: 50 bits of them.
    pub fn from_random(bytes: [u8; LETTERS]) -> Self {
        let letters = bytes.iter().filter_map(|byte| ALPHABET.get(usize::from(byte % 32)));
        Self(PREFIX.chars().chain(letters.map(|letter| char::from(*letter))).collect())
    }

    /// The number written here; a person may have typed it, so space around it and lower case are accepted.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_uppercase();
        let letters = text.strip_prefix(PREFIX)?;
        (letters.len() == LETTERS && letters.bytes().all(|byte| ALPHABET.contains(&byte)))
            .then_some(Self(text))
    }

    /// As stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ConfirmationNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
