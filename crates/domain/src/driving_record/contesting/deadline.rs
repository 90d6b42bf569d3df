//! The last day to contest an item.

use chrono::{Days, NaiveDate};

use crate::driving_record::options::list::{DateBasis, LatestDate};
use crate::driving_record::options::rule::{Deadline, OptionKind};
use crate::driving_record::options::situation::Situation;

/// How the last day to contest an item is determined in its place (docs/product/options.md#deadline).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestDeadline {
    /// Whether the date on the driver's notice is the last day. Otherwise the place has several dates.
    pub is_on_notice: bool,
    /// The day counted from the item's date. It is used if the notice has no date.
    pub counted: Option<NaiveDate>,
}

impl ContestDeadline {
    /// Applies the rule of the item's place. Without such a rule, the date on the notice is the last day.
    pub fn of(item: &Situation<'_>) -> Self {
        let rules = item.place().map_or(&[][..], |place| place.options);
        let contest = rules.iter().find(|rule| rule.kind == OptionKind::Contest);
        let (is_on_notice, days) = match contest.map_or(Deadline::Notice, |rule| rule.deadline) {
            Deadline::Stated => (false, None),
            Deadline::Notice => (true, None),
            Deadline::NoticeOr(days) => (true, Some(days)),
        };
        Self { is_on_notice, counted: days.and_then(|days| item.date.checked_add_days(Days::new(days))) }
    }

    /// Returns the last day to contest, if a single one is known. `on_notice` is the date on the driver's notice.
    pub fn latest(self, on_notice: Option<NaiveDate>) -> Option<LatestDate> {
        if !self.is_on_notice {
            return None;
        }
        on_notice
            .map(|day| LatestDate { day, basis: DateBasis::Notice })
            .or_else(|| self.counted.map(|day| LatestDate { day, basis: DateBasis::Computed }))
    }
}
