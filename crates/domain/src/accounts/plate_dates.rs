//! The period in which a plate belonged to its driver (docs/product/everywhere.md#plate-dates). A citation
//! from a day outside this period isn't assigned to the driver automatically; staff decide.

use chrono::{Months, NaiveDate};

/// The period in which a plate belonged to a driver, as the driver or staff entered it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlateDates {
    /// First day of the period; `None` means one year before the plate was verified.
    pub from: Option<NaiveDate>,
    /// Last day of the period; `None` while the plate still belongs to the driver.
    pub until: Option<NaiveDate>,
}

/// Why a period is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlateDatesError {
    /// The first day is in the future.
    #[error("Choose a day that isn’t in the future.")]
    FromInFuture,
    /// The last day is in the future.
    #[error("Choose a day that isn’t in the future.")]
    UntilInFuture,
    /// The last day is before the first.
    #[error("Choose a day that isn’t before the first day.")]
    UntilBeforeFrom,
}

impl PlateDates {
    /// Validates a period that a driver or staff entered.
    pub fn parse(
        first_day: Option<NaiveDate>,
        until: Option<NaiveDate>,
        today: NaiveDate,
    ) -> Result<Self, PlateDatesError> {
        let is_in_future = |day: Option<NaiveDate>| day.is_some_and(|day| day > today);
        if is_in_future(first_day) {
            Err(PlateDatesError::FromInFuture)
        } else if is_in_future(until) {
            Err(PlateDatesError::UntilInFuture)
        } else if first_day.zip(until).is_some_and(|(first_day, until)| until < first_day) {
            Err(PlateDatesError::UntilBeforeFrom)
        } else {
            Ok(Self { from: first_day, until })
        }
    }

    /// Whether the plate belonged to the driver on `day`. If so, a citation issued on that day can be the driver's.
    /// `verified_on` is the day on which staff verified the plate.
    pub fn covers(&self, day: NaiveDate, verified_on: NaiveDate) -> bool {
        let year_before = || verified_on.checked_sub_months(Months::new(12)).unwrap_or(NaiveDate::MIN);
        let from = self.from.unwrap_or_else(year_before);
        day >= from && self.until.is_none_or(|until| day <= until)
    }
}
