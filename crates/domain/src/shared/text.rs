//! What every text from outside must hold: trimmed, not empty, bounded, no NUL, no control characters.

/// Why a text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Nothing but space.
    #[error("Please fill this in.")]
    Empty,
    /// Longer than allowed.
    #[error("Please use at most {max} characters.")]
    TooLong {
        /// The bound.
        max: usize,
    },
    /// A NUL, another control character, or one that turns the direction of writing around.
    #[error("Please remove the characters that cannot be shown.")]
    Unprintable,
}

/// One line: trimmed, 1 to `max` characters, nothing unprintable.
pub fn line(text: &str, max: usize) -> Result<String, TextError> {
    check(text, max, is_unprintable)
}

/// Several lines: as [`line()`], but line breaks and tabs may stay.
pub fn paragraph(text: &str, max: usize) -> Result<String, TextError> {
    check(text, max, |c| is_unprintable(c) && !matches!(c, '\n' | '\r' | '\t'))
}

fn check(text: &str, max: usize, refused: impl Fn(char) -> bool) -> Result<String, TextError> {
    let text = text.trim();
    if text.chars().all(is_invisible) {
        Err(TextError::Empty)
    } else if text.chars().any(refused) {
        Err(TextError::Unprintable)
    } else if text.chars().nth(max).is_some() {
        Err(TextError::TooLong { max })
    } else {
        Ok(text.to_owned())
    }
}

/// Characters that leave no mark on paper: spaces, fillers, joiners, variation selectors, the blank Braille pattern and tags.
/// They may be part of a text, and are no text by themselves.
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

/// Control characters (NUL first among them), line separators and the invisible marks that reorder text.
pub fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
