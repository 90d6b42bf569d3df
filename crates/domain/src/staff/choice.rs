//! How each of the staff likes the back office (docs/PRODUCT.md#choices-of-staff).

use crate::shared::text::{self, TextError};

/// As many as anybody keeps: two for each list, and some.
pub const MOST_CHOICES: i64 = 100;

/// What is chosen, such as `columns.hires`: small letters, digits, dots and hyphens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChoiceName(String);

impl ChoiceName {
    /// At most this many characters.
    pub const MAX_CHARS: usize = 60;

    /// A name as the page makes it; none when it is no such name.
    pub fn parse(name: &str) -> Option<Self> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let is_name = name.starts_with(is_plain)
            && name.len() <= Self::MAX_CHARS
            && name.chars().all(|c| is_plain(c) || matches!(c, '.' | '-'));
        is_name.then(|| Self(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What was chosen, as the page wrote it: nothing but the page reads it. Not empty, at most 40,000 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceValue(String);

impl ChoiceValue {
    /// At most this many characters.
    pub const MAX_CHARS: usize = 40_000;

    /// Checks the text.
    pub fn parse(value: &str) -> Result<Self, TextError> {
        text::paragraph(value, Self::MAX_CHARS).map(Self)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is chosen.
    pub name: String,
    /// What was chosen.
    pub value: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_the_page_makes() {
        for name in ["columns.hires", "views.lawyer-hires", "2", &"a".repeat(60)] {
            assert_eq!(ChoiceName::parse(name).map(|name| name.0), Some(name.to_owned()));
        }
        for name in ["", ".columns", "Columns", "a b", "ä", "a\0", &"a".repeat(61)] {
            assert_eq!(ChoiceName::parse(name), None, "{name}");
        }
    }
}
