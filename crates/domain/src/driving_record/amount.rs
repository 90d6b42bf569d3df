//! The amount of an item as text, from staff, a driver, a file, a city's data or a court's outcome
//! (docs/product/everywhere.md#amount-as-typed). The web page's preview of amounts follows the same
//! rules. The tests of this crate and of the web page both use the examples in `crates/domain/cases/amount.json`.

use crate::shared::money::Money;
use crate::shared::text::constraint::{Constrained, TextConstraint};

/// The meaning of an amount's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// The string is a number: this amount.
    Fixed(Money),
    /// The string is words, such as `See court`, so the fine is estimated.
    Words,
}

/// Why a string isn't a valid amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    /// A comma doesn't group thousands, as in `150,00` or `1.500,00`. It may be a decimal comma. If such a
    /// comma were ignored, the amount would be a hundred times too large.
    #[error("Use commas only to group thousands and a period before cents, such as $1,150.50.")]
    Comma,
    /// The string has more than two decimals, as in `$12.345`.
    #[error("Use at most two digits after the decimal point, such as $1,150.50.")]
    Decimals,
    /// The amount exceeds [`Money::MAX_READ`].
    #[error("This is more than $100,000,000.")]
    TooLarge,
    /// The string isn't an amount for another reason, such as a misplaced decimal point.
    #[error("Enter the amount in digits, such as 1150.50 or $1,150.50.")]
    Unclear,
}

impl Amount {
    /// Maximum length of an amount as typed, in characters.
    pub const MAX_CHARS: usize = 100;

    /// Returns the constraint on an amount that must be a number.
    pub fn number_constraint() -> TextConstraint {
        TextConstraint::like(format!("^{NUMBER}$")).at_most(Self::MAX_CHARS)
    }

    /// Parses a string: an optional `$`, then digits, optionally in groups of three with commas, then
    /// optionally a point and one or two digits. ASCII whitespace at the ends is ignored. A string with
    /// letters and no digits is words.
    pub fn parse(text: &str) -> Result<Self, AmountError> {
        let text = text.trim_ascii();
        if !text.chars().any(char::is_numeric) {
            return if text.chars().any(char::is_alphabetic) {
                Ok(Self::Words)
            } else {
                Err(AmountError::Unclear)
            };
        }
        let number = text.strip_prefix('$').unwrap_or(text);
        if !number.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b',' | b'.')) {
            return Err(AmountError::Unclear);
        }
        let (whole, fraction) =
            number.split_once('.').map_or((number, None), |(whole, rest)| (whole, Some(rest)));
        if !is_grouped(whole) || fraction.is_some_and(|fraction| fraction.contains(',')) {
            return Err(AmountError::Comma);
        }
        match fraction {
            Some(fraction) if fraction.is_empty() || fraction.contains('.') => Err(AmountError::Unclear),
            _ if whole.is_empty() => Err(AmountError::Unclear),
            Some(fraction) if fraction.len() > 2 => Err(AmountError::Decimals),
            _ => Money::parse_decimal(&number.replace(',', "")).map(Self::Fixed).ok_or(AmountError::TooLarge),
        }
    }

    /// Returns the amount if the string is a number; `None` for words and for invalid strings.
    pub fn parse_number(text: &str) -> Option<Money> {
        match Self::parse(text) {
            Ok(Self::Fixed(amount)) => Some(amount),
            Ok(Self::Words) | Err(_) => None,
        }
    }
}

/// The constraint's pattern accepts only ASCII words. [`Amount::parse`] also accepts words in other scripts,
/// unless they contain a digit.
impl Constrained for Amount {
    fn constraint() -> TextConstraint {
        TextConstraint::like(format!("^({NUMBER}|[ -/:-~]*[A-Za-z][ -/:-~]*)$")).at_most(Self::MAX_CHARS)
    }
}

/// Pattern for an amount that is a number, up to [`Money::MAX_READ`].
const NUMBER: &str = r"\$?((0*[0-9]{1,8}|[1-9][0-9]{0,2},[0-9]{3}|[1-9][0-9]?(,[0-9]{3}){2})(\.[0-9]{1,2})?|(0*100000000|100,000,000)(\.0{1,2})?)";

/// Whether a number's whole part has no commas, or only commas that separate groups of thousands. In `0,500`
/// the comma is a decimal comma, because no grouped number starts with a zero.
fn is_grouped(whole: &str) -> bool {
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    whole == first
        || (matches!(first.len(), 1..=3) && !first.starts_with('0') && groups.all(|group| group.len() == 3))
}

/// Largest amount that staff needn't confirm. A larger amount may be a typo.
pub const CONFIRM_ABOVE: Money = Money::from_dollars(5_000);
