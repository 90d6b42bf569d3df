//! The limits of the fixed fee that lawyers pay Lanewise each month, and the months that the
//! fee is for (docs/product/cases.md#monthly-fee).

use chrono::{DateTime, Datelike, Months, NaiveDate, Utc};

use crate::shared::business_time::business_date;
use crate::shared::money::Money;

/// Smallest monthly fee.
pub const MIN_FEE: Money = Money::from_dollars(1);
/// Largest monthly fee.
pub const MAX_FEE: Money = Money::from_dollars(10_000);

/// A calendar month in the business time zone, stored as its first day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeeMonth(NaiveDate);

impl FeeMonth {
    /// Returns the month of a day.
    pub fn of_day(day: NaiveDate) -> Self {
        Self(day.with_day(1).unwrap_or(day))
    }

    /// Returns the month that contains this time, in the business time zone.
    pub fn at(moment: DateTime<Utc>) -> Self {
        Self::of_day(business_date(moment))
    }

    /// Parses `YYYY-MM`. Returns `None` for other formats, and for months before 2000 or after 2199.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        let is_number = |part: &str, len| part.len() == len && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(year, 4) || !is_number(month, 2) {
            return None;
        }
        let year = year.parse().ok().filter(|year| (2000..2200).contains(year))?;
        NaiveDate::from_ymd_opt(year, month.parse().ok()?, 1).map(Self)
    }

    /// The first day of the month.
    pub const fn first_day(self) -> NaiveDate {
        self.0
    }

    /// The next month.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.checked_add_months(Months::new(1)).unwrap_or(self.0))
    }

    /// Formats the month for people: `November 2026`.
    pub fn for_display(self) -> String {
        self.0.format("%B %Y").to_string()
    }
}

impl std::fmt::Display for FeeMonth {
    /// Writes `YYYY-MM`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.format("%Y-%m").fmt(f)
    }
}
