//! Texts about the law and about courts, each with its source (docs/product/options.md#sourced-texts).

use crate::shared::stored_words::stored_words;

/// The month in which we last checked that the source of a text supports the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsOf {
    /// Calendar year, from [`AsOf::FIRST_YEAR`].
    pub year: u16,
    /// Month of the year, from 1.
    pub month: u8,
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl AsOf {
    /// First year in which sourced texts were checked.
    pub const FIRST_YEAR: u16 = 2026;

    /// Formats the month for drivers: `November 2026`.
    pub fn for_display(self) -> String {
        let month = MONTHS.get(usize::from(self.month.saturating_sub(1))).copied().unwrap_or_default();
        format!("{month} {}", self.year)
    }
}

/// How certain a sourced text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A statute, a rule or an official page states the text.
    Shown,
    /// We found the text only in secondary sources. Its `source` may still be the rule that the
    /// secondary sources cite. The web page adds "Check with the court" or "Check with the agency".
    CheckWithCourt,
}

stored_words!(Mark { Shown => "shown", CheckWithCourt => "check_with_court", });

/// A text about the rules of a state, city or toll operator, with its source, the month in which we checked the text,
/// and a mark for its certainty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcedText {
    text: &'static str,
    source: &'static str,
    as_of: AsOf,
    mark: Mark,
}

/// Why a sourced text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourcedTextError {
    /// The text is blank, or starts or ends with a space.
    #[error("a sourced text needs a text")]
    NoText,
    /// The source is blank, or starts or ends with a space.
    #[error("a sourced text needs a source by name")]
    NoSource,
    /// The month doesn't exist, or is before [`AsOf::FIRST_YEAR`].
    #[error("a sourced text needs the month in which it was checked")]
    NoDate,
}

/// Whether the text isn't empty, and has no whitespace at its ends.
const fn is_filled(text: &str) -> bool {
    !text.is_empty() && text.trim_ascii().len() == text.len()
}

impl SourcedText {
    /// Validates and creates a sourced text.
    ///
    /// # Errors
    /// Fails if the text, the source or the month is missing or invalid.
    pub const fn new(
        mark: Mark,
        text: &'static str,
        source: &'static str,
        as_of: AsOf,
    ) -> Result<Self, SourcedTextError> {
        if !is_filled(text) {
            Err(SourcedTextError::NoText)
        } else if !is_filled(source) {
            Err(SourcedTextError::NoSource)
        } else if as_of.year < AsOf::FIRST_YEAR || as_of.month < 1 || as_of.month > 12 {
            Err(SourcedTextError::NoDate)
        } else {
            Ok(Self { text, source, as_of, mark })
        }
    }

    /// What the source says, in our words.
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Name of the statute, rule or page.
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// The month in which we last checked that the source supports the text.
    pub const fn as_of(&self) -> AsOf {
        self.as_of
    }

    /// How certain the text is.
    pub const fn mark(&self) -> Mark {
        self.mark
    }
}

/// Functions that create sourced texts for the constants in `places`. Constants are evaluated at compile time, so an
/// invalid text is a compile error.
impl AsOf {
    /// Creates a text that a statute, a rule or an official page states.
    pub(super) const fn shown_text(self, text: &'static str, source: &'static str) -> SourcedText {
        self.sourced_text(Mark::Shown, text, source)
    }

    /// Creates a text that only secondary sources state.
    pub(super) const fn check_with_court_text(self, text: &'static str, source: &'static str) -> SourcedText {
        self.sourced_text(Mark::CheckWithCourt, text, source)
    }

    /// Creates a text for a constant in `places`. An invalid text stops the compilation.
    #[expect(clippy::panic, reason = "evaluated while the data files compile")]
    const fn sourced_text(self, mark: Mark, text: &'static str, source: &'static str) -> SourcedText {
        match SourcedText::new(mark, text, source, self) {
            Ok(sourced_text) => sourced_text,
            Err(_) => panic!("a sourced text needs a text, a source and the month it was checked"),
        }
    }
}
