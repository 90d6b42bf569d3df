//! Validation of strings from outside: trimmed, not empty, with a maximum length and without control
//! characters. Also parsing of dates.

pub mod constraint;

use std::ops::RangeInclusive;

use chrono::{Datelike, NaiveDate};

/// Invalid fields of a form, each with a sentence for the user.
pub type FieldErrors = Vec<(&'static str, String)>;

/// Why a string is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// The string is empty, or has only whitespace and invisible characters.
    #[error("Please fill this in.")]
    Empty,
    /// The string exceeds the maximum length.
    #[error("Please use at most {max} characters.")]
    TooLong {
        /// Maximum length of the string, in characters.
        max: usize,
    },
    /// The string contains a control character or one that reorders text.
    #[error("Please remove the invisible characters.")]
    Unprintable,
}

/// Trims and validates one line: 1 to `max` characters, without control characters.
pub fn line(text: &str, max: usize) -> Result<String, TextError> {
    trim_and_validate(text, max, is_unprintable)
}

/// Trims and validates several lines of text: 1 to `max` characters, without control characters
/// except line breaks and tabs.
pub fn paragraph(text: &str, max: usize) -> Result<String, TextError> {
    trim_and_validate(text, max, |c| is_unprintable(c) && !matches!(c, '\n' | '\r' | '\t'))
}

/// Years that the dates in tickets, forms and files can have.
const YEARS: RangeInclusive<i32> = 1900..=2100;

/// Why a string isn't a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DayError {
    /// The string isn't a date, or isn't written as `YYYY-MM-DD`.
    #[error("Enter a date as YYYY-MM-DD.")]
    Format,
    /// The year is probably a typo.
    #[error("Please check the year.")]
    Year,
}

/// Trims and parses a date as `YYYY-MM-DD`, with a year from 1900 to 2100.
pub fn day(text: &str) -> Result<NaiveDate, DayError> {
    let text = text.trim();
    let has_format = text.len() == 10
        && text
            .bytes()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() });
    let day = text.parse::<NaiveDate>().ok().filter(|_| has_format).ok_or(DayError::Format)?;
    if YEARS.contains(&day.year()) { Ok(day) } else { Err(DayError::Year) }
}

/// Trims and validates a string. It must have 1 to `max` characters, which must not all be invisible.
/// `is_refused` returns whether a character isn't allowed.
fn trim_and_validate(text: &str, max: usize, is_refused: impl Fn(char) -> bool) -> Result<String, TextError> {
    let text = text.trim();
    if text.chars().all(is_invisible) {
        Err(TextError::Empty)
    } else if text.chars().any(is_refused) {
        Err(TextError::Unprintable)
    } else if text.chars().nth(max).is_some() {
        Err(TextError::TooLong { max })
    } else {
        Ok(text.to_owned())
    }
}

/// Whether a character is invisible, such as spaces, fillers, joiners, variation selectors, the
/// blank Braille pattern and tags. A string may contain invisible characters, but needs at
/// least one visible character.
pub fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{AD}'
                | '\u{34F}'
                | '\u{61C}'
                | '\u{115F}'
                | '\u{1160}'
                | '\u{17B4}'
                | '\u{17B5}'
                | '\u{180B}'..='\u{180F}'
                | '\u{200B}'..='\u{200D}'
                | '\u{2060}'..='\u{2065}'
                | '\u{206A}'..='\u{206F}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{FE00}'..='\u{FE0F}'
                | '\u{FEFF}'
                | '\u{FFA0}'
                | '\u{1D173}'..='\u{1D17A}'
                | '\u{E0000}'..='\u{E0FFF}'
        )
}

/// Whether a character is a control character, a line separator or an invisible mark that reorders text.
pub fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
