//! The password policy (docs/product/accounts.md#passwords).

use std::fmt;

use zxcvbn::{Score, zxcvbn};

use crate::accounts::common::is_common;
use crate::shared::text::constraint::{Constrained, TextConstraint};
use crate::shared::text::is_unprintable;

/// A password that is long enough and hard to guess. The `Debug` output never contains the password.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// Why a password is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// The password field is empty.
    #[error("Password is required")]
    Empty,
    /// Fewer than 10 characters.
    #[error("Please use at least 10 characters.")]
    TooShort,
    /// More than 128 characters.
    #[error("Please use at most 128 characters.")]
    TooLong,
    /// The password contains a character that can't be displayed.
    #[error("Please remove the invisible characters from the password.")]
    Unprintable,
    /// The password is easy to guess.
    #[error("This password is easy to guess. Please add another word or two, and leave out names and dates.")]
    Guessable,
}

impl Password {
    /// Minimum length of a password, in characters.
    pub const MIN_CHARS: usize = 10;
    /// Maximum length of a password, in characters.
    pub const MAX_CHARS: usize = 128;
    /// Our product's name, which attackers try first in passwords.
    const PRODUCT: &str = "lanewise";

    /// Validates a new password without trimming it. `user_inputs` are personal details, such as name and
    /// email, that an attacker would guess.
    pub fn parse(password: &str, user_inputs: &[&str]) -> Result<Self, PasswordError> {
        match password.chars().take(Self::MAX_CHARS + 1).count() {
            0 => return Err(PasswordError::Empty),
            1..Self::MIN_CHARS => return Err(PasswordError::TooShort),
            Self::MIN_CHARS..=Self::MAX_CHARS => {}
            _ => return Err(PasswordError::TooLong),
        }
        if password.chars().any(is_unprintable) {
            return Err(PasswordError::Unprintable);
        }
        let words = user_inputs.iter().flat_map(|input| input.split(|c: char| !c.is_alphanumeric()));
        let known = user_inputs.iter().copied().chain(words).chain([Self::PRODUCT]);
        let known: Vec<&str> = known.filter(|word| word.chars().nth(2).is_some()).collect();
        if is_common(password) || zxcvbn(password, &known).score() < Score::Three {
            return Err(PasswordError::Guessable);
        }
        Ok(Self(password.to_owned()))
    }

    /// The password in plain text, for hashing it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl Constrained for Password {
    fn constraint() -> TextConstraint {
        TextConstraint::printable().at_least(Self::MIN_CHARS).at_most(Self::MAX_CHARS)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(****)")
    }
}
