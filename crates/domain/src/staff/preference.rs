//! Staff members' display preferences in the back office (docs/product/back-office.md#preferences-of-staff).

use crate::shared::text::constraint::{Constrained, TextConstraint};
use crate::shared::text::{self, TextError};

/// Maximum preferences per staff member.
pub const MAX_PREFERENCES: i64 = 100;

/// Key of a preference, such as `columns.hires`: lowercase ASCII letters, digits, dots and hyphens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PreferenceName(String);

impl PreferenceName {
    /// Maximum length of a key, in characters.
    pub const MAX_CHARS: usize = 60;

    /// Parses a key; `None` if the key is empty or too long, has characters other than those of
    /// [`PreferenceName`], or starts with a dot or hyphen.
    pub fn parse(name: &str) -> Option<Self> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let is_name = name.starts_with(is_plain)
            && name.len() <= Self::MAX_CHARS
            && name.chars().all(|c| is_plain(c) || matches!(c, '.' | '-'));
        is_name.then(|| Self(name.to_owned()))
    }

    /// The key, as stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Constrained for PreferenceName {
    fn constraint() -> TextConstraint {
        TextConstraint::like("^[a-z0-9][a-z0-9.-]*$").at_most(Self::MAX_CHARS)
    }
}

/// Value of a preference. Only the web page knows the value's format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreferenceValue(String);

impl PreferenceValue {
    /// Maximum length of a value, in characters.
    pub const MAX_CHARS: usize = 40_000;

    /// Validates the value's characters and length.
    pub fn parse(value: &str) -> Result<Self, TextError> {
        text::paragraph(value, Self::MAX_CHARS).map(Self)
    }

    /// The value, as stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Constrained for PreferenceValue {
    fn constraint() -> TextConstraint {
        TextConstraint::paragraph(Self::MAX_CHARS)
    }
}

/// One preference of a staff member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preference {
    /// Key of the preference.
    pub name: String,
    /// Value of the preference.
    pub value: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preference_name_must_have_allowed_characters_and_length() {
        for name in ["columns.hires", "views.lawyer-hires", "2", &"a".repeat(60)] {
            assert_eq!(PreferenceName::parse(name).map(|name| name.0), Some(name.to_owned()));
        }
        for name in ["", ".columns", "Columns", "a b", "ä", "a\0", &"a".repeat(61)] {
            assert_eq!(PreferenceName::parse(name), None, "{name}");
        }
    }
}
