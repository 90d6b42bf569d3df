//! Money in integer cents (decision 15). Nothing inside Lanewise holds an amount as a float.

use std::fmt;

/// An amount in US cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(i64);

impl Money {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// An amount of so many cents.
    pub const fn from_cents(cents: i64) -> Self {
        Self(cents)
    }

    /// The amount in cents.
    pub const fn cents(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Money {
    /// Two decimals, no sign of currency: `1250.00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100)
    }
}
