//! Constraints on strings, in a form that the API document can describe to clients. Each type that is parsed from
//! a string declares its constraint beside its parser.
//!
//! A string that meets a constraint is accepted, unless the rule depends on more than the string, such as
//! today's date. A string that violates a constraint even after trimming is refused. There are a few exceptions.
//! For example, an amount can be words in a script that the pattern doesn't allow.
//! `tests/rules/shared/constraints.rs` tests both rules.

/// Part of a regular expression's character class: characters that no line of text
/// may contain (see [`super::is_unprintable`]).
const HIDDEN: &str = r"\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069";
/// Part of a character class: characters that a string of several lines may not contain. Unlike
/// [`HIDDEN`], it allows line breaks and tabs.
const HIDDEN_IN_PARAGRAPHS: &str =
    r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069";
/// Part of a character class: invisible characters (see [`super::is_invisible`]). A string can't consist of only these
/// characters. Characters above U+FFFF are missing, because not all regular expression engines share a notation
/// for such characters.
const INVISIBLE: &str = r"\u0020\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202f\u205f-\u2065\u206a-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0";
const DAY: &str = "(19[0-9]{2}|20[0-9]{2}|2100)-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";

/// Beginning of a pattern that also allows the empty string.
const OR_EMPTY: &str = "^$|";

/// A type that is parsed from a string.
pub trait Constrained {
    /// Returns the constraint that the parser enforces.
    fn constraint() -> TextConstraint;
}

/// A constraint on a string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextConstraint {
    /// Minimum length, in characters.
    pub min_chars: usize,
    /// Maximum length, in characters; `None` if there is no maximum.
    pub max_chars: Option<usize>,
    /// Regular expression that the string must match, in the syntax that ECMAScript, Python and Rust share; `None`
    /// if there is none.
    pub pattern: Option<String>,
    /// Whether the string is a date as `YYYY-MM-DD`.
    pub is_day: bool,
    /// All allowed strings; empty if the constraint has no such list.
    pub words: Vec<String>,
}

impl TextConstraint {
    /// Allows any string of at most this many characters, without NUL, which PostgreSQL can't store.
    pub fn up_to(max_chars: usize) -> Self {
        Self { max_chars: Some(max_chars), ..Self::like(r"^[^\u0000]*$") }
    }

    /// Allows strings that match a pattern.
    pub fn like(pattern: impl Into<String>) -> Self {
        Self { pattern: Some(pattern.into()), ..Self::default() }
    }

    /// Allows only these strings.
    pub fn one_of(words: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { words: words.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Allows strings without characters that can't be displayed.
    pub fn printable() -> Self {
        Self::like(format!("^[^{HIDDEN}]*$"))
    }

    /// Allows what [`super::line()`] accepts: a line that isn't blank.
    pub fn line(max_chars: usize) -> Self {
        Self::like(format!("^[^{HIDDEN}]*[^{HIDDEN}{INVISIBLE}][^{HIDDEN}]*$")).at_least(1).at_most(max_chars)
    }

    /// Allows a line that has at least this many characters after trimming.
    pub fn long_line(min_chars: usize, max_chars: usize) -> Self {
        let between = min_chars.saturating_sub(2);
        let end = format!("[^{HIDDEN}{INVISIBLE}]");
        Self::like(format!("^[^{HIDDEN}]*{end}[^{HIDDEN}]{{{between},}}{end}[^{HIDDEN}]*$"))
            .at_least(min_chars)
            .at_most(max_chars)
    }

    /// Allows what [`super::paragraph()`] accepts: several lines that aren't all blank.
    pub fn paragraph(max_chars: usize) -> Self {
        let others = HIDDEN_IN_PARAGRAPHS;
        Self::like(format!("^[^{others}]*[^{HIDDEN}{INVISIBLE}][^{others}]*$")).at_least(1).at_most(max_chars)
    }

    /// Allows what [`super::day()`] accepts: a date as `YYYY-MM-DD`, from 1900 to 2100. The pattern also allows days
    /// that the month doesn't have.
    pub fn day() -> Self {
        Self { is_day: true, ..Self::like(format!("^{DAY}$")) }
    }

    /// Sets the maximum length, in characters.
    #[must_use]
    pub fn at_most(self, max_chars: usize) -> Self {
        Self { max_chars: Some(max_chars), ..self }
    }

    /// Sets the minimum length, in characters.
    #[must_use]
    pub fn at_least(self, min_chars: usize) -> Self {
        Self { min_chars, ..self }
    }

    /// Also allows the empty string.
    #[must_use]
    pub fn or_empty(mut self) -> Self {
        if !self.words.is_empty() && !self.words.iter().any(String::is_empty) {
            self.words.push(String::new());
        }
        let with_empty = |pattern: String| {
            if pattern.starts_with(OR_EMPTY) { pattern } else { format!("{OR_EMPTY}{pattern}") }
        };
        let pattern = self.pattern.map(with_empty);
        Self { min_chars: 0, is_day: false, pattern, ..self }
    }
}
