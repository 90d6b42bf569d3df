//! Money in integer cents (docs/product/everywhere.md#money). Lanewise never stores an amount as a float.

use std::fmt;

use crate::shared::text::constraint::{Constrained, TextConstraint};

/// An amount in US cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(i64);

impl Money {
    /// No money: zero dollars.
    pub const ZERO: Self = Self(0);

    /// Largest amount that Lanewise parses from text. A larger amount is probably a typo.
    pub const MAX_READ: Self = Self::from_dollars(100_000_000);

    /// Creates an amount from cents.
    pub const fn from_cents(cents: i64) -> Self {
        Self(cents)
    }

    /// Creates an amount from whole dollars.
    pub const fn from_dollars(dollars: i64) -> Self {
        Self(dollars.saturating_mul(100))
    }

    /// The amount in cents.
    pub const fn cents(self) -> i64 {
        self.0
    }

    /// Adds two amounts; `None` on overflow.
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(cents) => Some(Self(cents)),
            None => None,
        }
    }

    /// Subtracts two amounts; `None` on overflow.
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(cents) => Some(Self(cents)),
            None => None,
        }
    }

    /// Returns this percentage of the amount, rounded half up to the cent.
    pub const fn percent_rounded(self, percent: i64) -> Self {
        Self(self.0.saturating_mul(percent).saturating_add(50).div_euclid(100))
    }

    /// Parses a decimal in the format of requests (docs/product/everywhere.md#how-values-are-written),
    /// strictly: `150`, `150.5` or `150.00`, without sign, spaces, `$` or a trailing point.
    pub fn parse_decimal(text: &str) -> Option<Self> {
        match text.split_once('.') {
            None => Self::from_parts(text, ""),
            Some((whole, fraction)) if matches!(fraction.len(), 1 | 2) => Self::from_parts(whole, fraction),
            Some(_) => None,
        }
    }

    /// Creates an amount from the digits before the decimal point and at most two digits after it.
    fn from_parts(whole: &str, fraction: &str) -> Option<Self> {
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return None;
        }
        let digit = |place: usize| {
            fraction.as_bytes().get(place).map_or(0, |byte| i64::from(byte.saturating_sub(b'0')))
        };
        let cents = whole.parse::<i64>().ok()?.checked_mul(100)?.checked_add(digit(0) * 10 + digit(1))?;
        (cents <= Self::MAX_READ.0).then_some(Self(cents))
    }

    /// Formats the amount for people, with cents only if they aren't
    /// zero: `$1,250`, `$37.50` (docs/product/everywhere.md#money).
    pub fn for_display(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (dollars, cents) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let mut grouped = String::new();
        let digits = dollars.to_string();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place) % 3 == 0 {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        if cents == 0 { format!("{sign}${grouped}") } else { format!("{sign}${grouped}.{cents:02}") }
    }
}

/// Requests contain money as a decimal number of dollars, which [`Money::parse_decimal`] parses.
impl Constrained for Money {
    fn constraint() -> TextConstraint {
        TextConstraint::like(r"^(0*[0-9]{1,8}(\.[0-9]{1,2})?|0*100000000(\.0{1,2})?)$")
    }
}

impl fmt::Display for Money {
    /// Formats the amount with two decimals and without a currency sign: `1250.00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100)
    }
}
