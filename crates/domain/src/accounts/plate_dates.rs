//! The days on which a plate is its driver's (docs/product/everywhere.md#plate-dates). Citations from outside them wait for staff.

use chrono::{Months, NaiveDate};

/// What a driver or staff say of a plate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlateDates {
    /// The day on which the driver got the plate; the default begins one year before it was verified.
    pub from: Option<NaiveDate>,
    /// The last day on which it was theirs; none while it is.
    pub until: Option<NaiveDate>,
}

/// Why dates are refused: the field, and a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlateDatesError {
    /// The first day is in the future.
    #[error("Choose a day that isn't in the future.")]
    FromInFuture,
    /// The last day is in the future.
    #[error("Choose a day that isn't in the future.")]
    UntilInFuture,
    /// The last day is before the first.
    #[error("Choose a day that isn't before the first day.")]
    UntilBeforeFrom,
}

impl PlateDates {
    /// Checks days that a driver or staff give.
    ///
    /// # Errors
    /// The first day that is wrong.
    pub fn parse(
        from: Option<NaiveDate>,
        until: Option<NaiveDate>,
        today: NaiveDate,
    ) -> Result<Self, PlateDatesError> {
        let is_in_future = |day: Option<NaiveDate>| day.is_some_and(|day| day > today);
        if is_in_future(from) {
            Err(PlateDatesError::FromInFuture)
        } else if is_in_future(until) {
            Err(PlateDatesError::UntilInFuture)
        } else if from.zip(until).is_some_and(|(from, until)| until < from) {
            Err(PlateDatesError::UntilBeforeFrom)
        } else {
            Ok(Self { from, until })
        }
    }

    /// Whether a citation of this day may match a plate that was verified on `verified_on`.
    pub fn covers(&self, day: NaiveDate, verified_on: NaiveDate) -> bool {
        let year_before = || verified_on.checked_sub_months(Months::new(12)).unwrap_or(NaiveDate::MIN);
        let from = self.from.unwrap_or_else(year_before);
        day >= from && self.until.is_none_or(|until| day <= until)
    }
}
