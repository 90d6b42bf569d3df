//! The timeline of one driver: items, payments, hires, requests and audit entries, newest first.

use chrono::{DateTime, Utc};
use domain::back_office::timeline::TimelineKind;
use domain::shared::ids::UserId;
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// Position of an entry in the timeline. Entries of the same time are ordered by kind and id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimelineCursor {
    /// When the entry's event happened.
    pub at: DateTime<Utc>,
    /// Kind of the entry.
    pub kind: TimelineKind,
    /// Id of the entry's record.
    pub id: i32,
}

/// An entry of the timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineEntry {
    /// Position of the entry in the timeline.
    pub cursor: TimelineCursor,
    /// Title, such as the violation type of a ticket, the road of a toll, or the action of an audit entry; `None` for
    /// a hire whose violation type is unknown.
    pub title: Option<String>,
    /// Details, such as the location of a ticket, a payment's confirmation number, an inquiry's message, or the
    /// fields that an audit entry changed; `None` for an entry without details, such as a toll.
    pub detail: Option<String>,
    /// Current status of the record; `None` for an entry without a status.
    pub status: Option<String>,
    /// Amount as entered, for an item; `None` for other entries.
    pub amount_text: Option<String>,
    /// Amount charged, for a payment; `None` for other entries.
    pub amount: Option<Money>,
    /// Name or email address of the user who acted, for an audit entry; `None` if Lanewise itself acted,
    /// and for other entries.
    pub by: Option<String>,
    /// Record that an audit entry is about, such as `ticket 7`; `None` for other entries.
    pub subject: Option<String>,
}

/// Timelines in the database.
pub trait Timelines {
    /// Returns up to `limit` of a driver's timeline entries of these kinds, newest first. If `before` is given,
    /// returns only older entries than the one at this position.
    fn timeline(
        &mut self,
        user: UserId,
        kinds: &[TimelineKind],
        before: Option<TimelineCursor>,
        limit: i64,
    ) -> StoreResult<Vec<TimelineEntry>>;
}
