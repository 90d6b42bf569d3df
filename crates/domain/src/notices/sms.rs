//! Encoding of text messages: the GSM-7 alphabet, and segments.

/// Maximum length of a text, in segments. The provider bills each segment.
pub const MAX_SEGMENTS: usize = 3;

/// Characters of the GSM 03.38 basic alphabet that aren't ASCII letters, digits, spaces or line breaks.
const BASIC: &str = "@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!\"#¤%&'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà";
/// Characters of the extension table, each of which takes two positions in a text.
const EXTENDED: &str = "^{}\\[~]|€";

/// Maximum length of a text, in GSM-7 positions. The first number is for a text with one segment,
/// the second for each segment of a longer text.
const GSM7: (usize, usize) = (160, 153);
/// Maximum length of a text with characters outside GSM-7, in UTF-16 code units. The first number
/// is for a text with one segment, the second for each segment of a longer text.
const UCS2: (usize, usize) = (70, 67);

/// Replaces typographic characters with similar characters of the GSM-7 alphabet, and removes invisible characters.
/// A single character outside that alphabet more than halves the number of characters that fit into a segment.
pub fn to_gsm7(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{02BC}' | '\u{2032}' | '\u{00B4}' | '`' => {
                plain.push('\'')
            }
            '\u{201C}'..='\u{201F}' | '\u{2033}' | '\u{00AB}' | '\u{00BB}' => plain.push('"'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            '\u{2026}' => plain.push_str("..."),
            '\u{2022}' | '\u{00B7}' => plain.push('*'),
            '\u{00A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' | '\t' => {
                plain.push(' ')
            }
            '\u{00AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' => {}
            other => plain.push(other),
        }
    }
    plain
}

/// Returns the number of positions that a character takes in GSM-7; `None` if the alphabet doesn't have the character.
fn gsm7_length(c: char) -> Option<usize> {
    if EXTENDED.contains(c) {
        return Some(2);
    }
    let is_basic = c.is_ascii_alphanumeric() || matches!(c, ' ' | '\n' | '\r') || BASIC.contains(c);
    is_basic.then_some(1)
}

/// Number of segments that the provider sends this text in.
pub fn count_segments(text: &str) -> usize {
    let gsm7: Option<usize> = text.chars().map(gsm7_length).sum();
    let ((one, each), length) = match gsm7 {
        Some(length) => (GSM7, length),
        None => (UCS2, text.encode_utf16().count()),
    };
    if length <= one { 1 } else { length.div_ceil(each) }
}

/// Whether a text needs at most [`MAX_SEGMENTS`].
pub fn fits(text: &str) -> bool {
    count_segments(text) <= MAX_SEGMENTS
}
