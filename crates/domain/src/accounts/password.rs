//! The password policy (docs/PRODUCT.md#passwords).

use std::fmt;

use zxcvbn::{Score, zxcvbn};

use crate::accounts::common::is_common;
use crate::shared::text::is_unprintable;

/// A password that is long enough and not easily guessed. `Debug` never shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// Why a password is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Nothing was given.
    #[error("Password is required")]
    Empty,
    /// Fewer than 10 characters.
    #[error("Please use at least 10 characters.")]
    TooShort,
    /// More than 128 characters.
    #[error("Please use at most 128 characters.")]
    TooLong,
    /// A control character.
    #[error("Please remove the characters that cannot be shown from the password.")]
    Unprintable,
    /// Others would guess it.
    #[error("This password is easy to guess. Please add another word or two, and leave out names and dates.")]
    Guessable,
}

impl Password {
    /// At least this many characters.
    pub const MIN_CHARS: usize = 10;
    /// At most this many characters.
    pub const MAX_CHARS: usize = 128;
    /// Somebody who guesses tries this first.
    const PRODUCT: &str = "lanewise";

    /// Checks a new password, taken as it is: nothing is trimmed. `user_inputs` is what others know of the person, such as
    /// name and e-mail; it and its words make a password easier to guess. Only for setting a password: at login any
    /// text is compared.
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

    /// The password, to be hashed.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(****)")
    }
}
