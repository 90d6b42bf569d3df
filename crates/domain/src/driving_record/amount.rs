//! The amount of an item as staff type or import it (docs/PRODUCT.md#amount-as-typed). This is the only place that reads one;
//! the page's echo follows the same `cases/amount.json`.

use crate::shared::money::Money;

/// What a text says that an item costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// So much.
    Fixed(Money),
    /// Words, such as `See court`: what it costs is estimated.
    Words,
}

/// Why a text is not an amount, with how to write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    /// `150,00` or `1.500,00`: read as thousands it would be a hundred times as much.
    #[error("A comma only groups thousands. Write the cents behind a point, such as $1,150.50.")]
    Comma,
    /// `$12.345`.
    #[error("At most two digits stand behind the point, such as $1,150.50.")]
    Decimals,
    /// Over [`Money::LARGEST_READ`].
    #[error("This is more than $100,000,000.")]
    TooLarge,
    /// It has digits and something that does not belong to an amount, or says nothing at all.
    #[error("Write the amount in digits, such as 1150.50 or $1,150.50.")]
    Unclear,
}

impl Amount {
    /// Reads a text: after ASCII white space at its ends, an optional `$`, then digits, or digits in groups of three with commas,
    /// then nothing or a point and one or two digits. A text with letters and no digit at all is words.
    ///
    /// # Errors
    /// It is neither.
    pub fn read(text: &str) -> Result<Self, AmountError> {
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

    /// The amount of a text that has one.
    pub fn fixed(text: &str) -> Option<Money> {
        match Self::read(text) {
            Ok(Self::Fixed(amount)) => Some(amount),
            Ok(Self::Words) | Err(_) => None,
        }
    }
}

/// Whether commas, where there are any, group thousands. A group of nothing but a zero in front is a decimal comma: `0,500`.
fn is_grouped(whole: &str) -> bool {
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    whole == first
        || (matches!(first.len(), 1..=3) && !first.starts_with('0') && groups.all(|group| group.len() == 3))
}

/// Over this much, staff are asked once more whether they meant it.
pub const ASKED_ONCE_MORE_OVER: Money = Money::from_dollars(5_000);
