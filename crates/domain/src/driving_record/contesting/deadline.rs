//! The last day to contest an item.

use chrono::NaiveDate;

use crate::driving_record::options::list::{LatestDate, contest_deadline};
use crate::driving_record::options::rule::{Deadline, OptionKind};
use crate::driving_record::options::situation::Situation;

/// How the last day to contest an item is determined by the rules of the item's state, city
/// or toll operator (docs/product/options.md#deadline).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestDeadline {
    /// Whether the last day to contest is the date on the issuer's notice. If false, the last day is
    /// `counted`, or an earlier date on the notice.
    pub is_on_notice: bool,
    /// The last day to contest, counted from the item's date; `None` if the rule has no number of days. If
    /// `is_on_notice` is true, this day applies only if the issuer's notice has no date.
    pub counted: Option<NaiveDate>,
}

impl ContestDeadline {
    /// Returns the deadline for contesting an item, by the rules of its state, city or toll operator. If no rule
    /// about contesting applies, the last day is the date on the issuer's notice.
    pub fn of(item: &Situation<'_>) -> Self {
        let rules = item.place().map_or(&[][..], |place| place.options);
        let contest = rules.iter().find(|rule| rule.kind == OptionKind::Contest);
        let deadline = contest.map_or(Deadline::Notice, |rule| contest_deadline(rule, item));
        let counted = deadline.latest(item.date, None).map(|latest| latest.day);
        Self { is_on_notice: !matches!(deadline, Deadline::Stated | Deadline::Within(_)), counted }
    }

    /// Returns the last day to contest; `None` if no single day is known. `on_notice` is the date
    /// on the issuer's notice.
    pub fn latest(self, on_notice: Option<NaiveDate>) -> Option<LatestDate> {
        if self.is_on_notice {
            LatestDate::of(on_notice, self.counted)
        } else {
            self.counted.map(|counted| LatestDate::earlier_of(on_notice, counted))
        }
    }
}
