//! All that is known of one driver, in the order in which it happened.

use chrono::{DateTime, Utc};
use domain::back_office::timeline::TimelineKind;
use domain::shared::ids::UserId;
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// An entry's place: entries of one moment stand by kind and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimelineCursor {
    /// When it happened.
    pub at: DateTime<Utc>,
    /// What it is.
    pub kind: TimelineKind,
    /// Its record's number.
    pub id: i32,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineEntry {
    /// Its place; `id` is the record's number.
    pub cursor: TimelineCursor,
    /// Violation, road, or what the audit trail calls it.
    pub title: Option<String>,
    /// Place, confirmation number, message, or the fields that changed.
    pub detail: Option<String>,
    /// The record's status now.
    pub status: Option<String>,
    /// As entered, for what is owed.
    pub amount_text: Option<String>,
    /// What was charged.
    pub amount: Option<Money>,
    /// Who did it, for lines of the audit trail; none when Lanewise itself did.
    pub by: Option<String>,
    /// The record that a line of the audit trail is about, such as `ticket 7`.
    pub subject: Option<String>,
}

/// Timelines in the database.
pub trait Timelines {
    /// What happened to a driver, newest first, of these kinds, before a place in the timeline.
    fn timeline(
        &mut self,
        user: UserId,
        kinds: &[TimelineKind],
        before: Option<TimelineCursor>,
        limit: i64,
    ) -> StoreResult<Vec<TimelineEntry>>;
}
