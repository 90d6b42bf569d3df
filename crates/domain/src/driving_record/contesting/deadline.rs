//! The last day to contest an item.

use chrono::NaiveDate;

use crate::driving_record::options::list::{LatestDate, contest_deadline};
use crate::driving_record::options::rule::{Deadline, OptionKind};
use crate::driving_record::options::situation::Situation;

/// How the last day to contest an item is determined in its place (docs/product/options.md#deadline).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestDeadline {
    /// Whether the date on the driver's notice is the last day. If it isn't, `counted` is the last day, unless the
    /// notice has an earlier one. Without `counted`, the place has several dates.
    pub is_on_notice: bool,
    /// The day counted from the item's date. If `is_on_notice`, it is used only if the notice has no date.
    pub counted: Option<NaiveDate>,
}

impl ContestDeadline {
    /// Applies the rule of the item's place. Without such a rule, the date on the notice is the last day.
    pub fn of(item: &Situation<'_>) -> Self {
        let rules = item.place().map_or(&[][..], |place| place.options);
        let contest = rules.iter().find(|rule| rule.kind == OptionKind::Contest);
        let deadline = contest.map_or(Deadline::Notice, |rule| contest_deadline(rule, item));
        let counted = deadline.latest(item.date, None).map(|latest| latest.day);
        Self { is_on_notice: !matches!(deadline, Deadline::Stated | Deadline::Within(_)), counted }
    }

    /// Returns the last day to contest, if a single one is known. `on_notice` is the date on the driver's notice.
    pub fn latest(self, on_notice: Option<NaiveDate>) -> Option<LatestDate> {
        if self.is_on_notice {
            LatestDate::of(on_notice, self.counted)
        } else {
            self.counted.map(|counted| LatestDate::fixed(on_notice, counted))
        }
    }
}
