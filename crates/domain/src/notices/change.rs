//! Changes about which Lanewise notifies drivers: moved dates, court appearances that became required or are
//! no longer required, and removed items.

use chrono::{NaiveDate, NaiveTime};

use crate::driving_record::calendar::parse_time;
use crate::driving_record::citation::Citation;
use crate::shared::payable::Payable;

/// The dates of an item that matter to its driver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemDates {
    /// Whether the driver must appear in court.
    pub needs_court: bool,
    /// The day on which the driver must appear in court; `None` if unknown or not required.
    pub court_date: Option<NaiveDate>,
    /// Court time, as it was entered or imported; `None` if unknown.
    pub court_time: Option<String>,
    /// The item's due date; `None` if unknown.
    pub due_date: Option<NaiveDate>,
}

/// An item whose dates changed, or that was removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemChange {
    /// The item that changed.
    pub item: Payable,
    /// The citation's number and issuer. Empty until just before the notice is sent, because
    /// planning a notice doesn't need the citation.
    pub citation: Citation,
    /// Date of the violation or trip.
    pub item_date: NaiveDate,
    /// The dates before the first change about which the driver hasn't been notified.
    pub before: ItemDates,
    /// The dates after the latest change.
    pub after: ItemDates,
    /// Whether the item was removed.
    pub is_removed: bool,
    /// Whether the driver must still appear in court although the item was removed. Lanewise decides this
    /// just before sending. For other changes, the value has no meaning.
    pub must_appear: bool,
}

/// Day and time of a court appearance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourtDay {
    /// The day of the appearance, if known.
    pub day: Option<NaiveDate>,
    /// The time of the appearance, as it was entered or imported; `None` if unknown.
    pub time: Option<String>,
}

/// One change of an item's dates, with the old and the new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DateChange {
    /// The item was removed. The values are its due date, if any, and the court appearance if the
    /// driver must still appear.
    Removed(Option<NaiveDate>, Option<CourtDay>),
    /// The driver must now appear in court, on this day.
    CourtRequired(CourtDay),
    /// The driver no longer has to appear in court, which was planned for this day.
    CourtNotRequired(CourtDay),
    /// The court date or time changed, from the first to the second.
    CourtMoved(CourtDay, CourtDay),
    /// The due date changed, from the first to the second.
    DueMoved(Option<NaiveDate>, Option<NaiveDate>),
}

impl ItemDates {
    /// Returns the day and the time of the court appearance.
    fn court(&self) -> CourtDay {
        CourtDay { day: self.court_date, time: self.court_time.clone() }
    }
}

/// Returns the values by which two court appearances are compared: the day and the parsed time. An
/// unparsable time is compared as written. The times `9:30 AM` and `9:30 am` are equal.
fn comparison_values(court: &CourtDay) -> (Option<NaiveDate>, Option<NaiveTime>, Option<&str>) {
    let written = court.time.as_deref().map(str::trim).filter(|time| !time.is_empty());
    let time = written.and_then(parse_time);
    (court.day, time, written.filter(|_| time.is_none()))
}

impl ItemChange {
    /// Returns the differences between the old and the new dates; empty if later changes restored the old
    /// dates. For a removed item, returns only the removal.
    pub fn changes(&self) -> Vec<DateChange> {
        let (before, after) = (&self.before, &self.after);
        if self.is_removed {
            let court = after.court();
            let must_appear = self.must_appear && after.needs_court;
            return vec![DateChange::Removed(after.due_date, must_appear.then_some(court))];
        }
        let court = match (before.needs_court, after.needs_court) {
            (false, true) => Some(DateChange::CourtRequired(after.court())),
            (true, false) => Some(DateChange::CourtNotRequired(before.court())),
            (true, true) if comparison_values(&before.court()) != comparison_values(&after.court()) => {
                Some(DateChange::CourtMoved(before.court(), after.court()))
            }
            _ => None,
        };
        let due = (before.due_date != after.due_date)
            .then_some(DateChange::DueMoved(before.due_date, after.due_date));
        court.into_iter().chain(due).collect()
    }
}
