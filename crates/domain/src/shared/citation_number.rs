//! Citation numbers (docs/product/everywhere.md#citation-numbers).

use crate::shared::text::constraint::{Constrained, TextConstraint};

/// The number that an issuer gave a citation, as printed on the citation: 1 to 64 ASCII letters,
/// digits, spaces, hyphens, slashes and dots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CitationNumber(String);

/// Why a citation number is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CitationNumberError {
    /// A long number that a spreadsheet shortened, such as `1.23E+11`.
    #[error("A spreadsheet shortened this number. Format its column as text, then enter the whole number.")]
    Shortened,
    /// The number begins with a character that makes a spreadsheet run it as a formula.
    #[error("A citation number can’t begin with =, +, - or @.")]
    Formula,
    /// The number has characters that aren't allowed, or neither a letter nor a digit.
    #[error("A citation number can contain only letters, digits, spaces, hyphens, slashes and dots.")]
    OtherCharacters,
    /// More than 64 characters.
    #[error("A citation number has at most 64 characters.")]
    TooLong,
}

impl CitationNumber {
    /// Maximum length of a citation number, in characters.
    pub const MAX_CHARS: usize = 64;

    /// Validates a number. Runs of whitespace become one space, and typographic dashes become hyphens.
    pub fn parse(text: &str) -> Result<Self, CitationNumberError> {
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let number: String = text.chars().map(|c| if is_dash(c) { '-' } else { c }).collect();
        if is_in_scientific_notation(&number) {
            Err(CitationNumberError::Shortened)
        } else if number.starts_with(['=', '+', '-', '@']) {
            Err(CitationNumberError::Formula)
        } else if number.chars().any(|c| !c.is_ascii_alphanumeric() && !matches!(c, ' ' | '-' | '/' | '.'))
            || !number.contains(|c: char| c.is_ascii_alphanumeric())
        {
            Err(CitationNumberError::OtherCharacters)
        } else if number.len() > Self::MAX_CHARS {
            Err(CitationNumberError::TooLong)
        } else {
            Ok(Self(number))
        }
    }

    /// The number as stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Constrained for CitationNumber {
    fn constraint() -> TextConstraint {
        // The pattern excludes numbers in scientific notation, and hyphens and dashes at the start.
        let others = r"A-Za-z0-9 ./\u2010-\u2015\u2212-";
        let number = format!(r"([./][ ./\u2010-\u2015\u2212-]*)?[A-Za-z0-9][{others}]*");
        TextConstraint::like(format!(r"^(?! *[0-9]+\.[0-9]+[Ee][0-9]+ *$) *{number}$"))
            .at_most(Self::MAX_CHARS)
    }
}

/// Normalizes a citation number for comparison: upper case, without spaces and hyphens.
pub fn normalize_citation_number(number: &str) -> String {
    let compared = number.chars().filter(|c| !c.is_whitespace() && !is_dash(*c));
    compared.map(|c| c.to_ascii_uppercase()).collect()
}

/// Normalizes an item's issuer or an authority's name for comparison: only letters and digits, in lower case.
pub fn issuer_key(issuer: &str) -> String {
    issuer.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether the character is a hyphen or a dash, which word processors write instead of a hyphen.
fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Whether a spreadsheet shortened the number to scientific notation: with a plus sign or a decimal point. Citation
/// numbers of some cities, such as `12E4567`, have neither.
fn is_in_scientific_notation(number: &str) -> bool {
    let Some((mantissa, exponent)) = number.split_once(['E', 'e']) else { return false };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_decimal =
        mantissa.split_once('.').is_some_and(|(whole, rest)| is_digits(whole) && is_digits(rest));
    match exponent.strip_prefix('+') {
        Some(exponent) => (is_digits(mantissa) || is_decimal) && is_digits(exponent),
        None => is_decimal && is_digits(exponent),
    }
}
