//! Items that drivers add themselves, and their check by staff (docs/product/adding-tickets.md).

mod lookalikes;

use chrono::{DateTime, TimeDelta, Utc};

pub use self::lookalikes::lookalikes;
use crate::driving_record::kinds::ItemKind;
use crate::driving_record::new_item::ItemDraft;
use crate::shared::citation_number::normalize_citation_number;
use crate::shared::stored_words::stored_words;

/// Maximum number of items added by a driver that staff haven't checked yet.
pub const MAX_BEING_CHECKED: i64 = 20;
/// Maximum number of items that a driver may add in [`ADDED_WITHIN`].
pub const MAX_ADDED: i64 = 40;
/// Period in which a driver may add at most [`MAX_ADDED`] items.
pub const ADDED_WITHIN: TimeDelta = TimeDelta::hours(24);
/// How long a driver sees the result of the check of an added item.
pub const RESULT_SHOWN_FOR: TimeDelta = TimeDelta::days(30);
/// Maximum length of the reason why staff didn't find an item, in characters.
pub const MAX_IN_REASON: usize = 500;
/// Text stored as a ticket's amount if the driver left the amount empty. Because it isn't a number, Lanewise
/// shows an estimated fine.
const UNKNOWN_AMOUNT: &str = "See court";

/// Whether staff have confirmed an item that its driver added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DriverEntry {
    /// Staff haven't checked the item yet.
    BeingChecked,
    /// Staff confirmed the item.
    Confirmed,
}

stored_words!(DriverEntry { BeingChecked => "being_checked", Confirmed => "confirmed", });

/// The state of the check of an item that a driver added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckStatus {
    /// Staff haven't checked the item yet.
    BeingChecked,
    /// Staff confirmed the item.
    Confirmed,
    /// The item is the same as another item on the driver's record. Only the other item stays on the record.
    Merged,
    /// Staff didn't find the citation, removed the item, and gave the driver a reason.
    NotFound,
    /// The driver removed the item before staff checked it.
    Withdrawn,
}

stored_words!(CheckStatus {
    BeingChecked => "being_checked",
    Confirmed => "confirmed",
    Merged => "merged",
    NotFound => "not_found",
    Withdrawn => "withdrawn",
});

/// Why an item on file may be the same as an item that a driver added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Similarity {
    /// The items have the same citation number.
    SameNumber,
    /// The citation numbers [look alike](lookalikes()).
    SimilarNumber,
    /// The items have the same date, and belong to the same driver or to drivers whose vehicles have the same plate.
    SameDay,
}

stored_words!(Similarity {
    SameNumber => "same_number",
    SimilarNumber => "similar_number",
    SameDay => "same_day",
});

impl Similarity {
    /// Returns why two items may be the same: the same number, or else the same day, or else a
    /// similar number. The caller must already know that one of these reasons applies.
    /// `is_same_day` says whether the items have the same date, and the same driver or plate.
    pub fn of(added_number: Option<&str>, number: Option<&str>, is_same_day: bool) -> Self {
        let (added_number, number) =
            (added_number.map(normalize_citation_number), number.map(normalize_citation_number));
        if added_number.is_some() && added_number == number {
            Self::SameNumber
        } else if is_same_day {
            Self::SameDay
        } else {
            Self::SimilarNumber
        }
    }
}

impl CheckStatus {
    /// Whether the driver's list of added items shows an item with this status. `since` is when the
    /// item got the status.
    pub fn is_shown(self, since: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        match self {
            Self::BeingChecked => true,
            Self::Confirmed | Self::Merged | Self::NotFound => {
                now.signed_duration_since(since) <= RESULT_SHOWN_FOR
            }
            Self::Withdrawn => false,
        }
    }
}

impl ItemDraft {
    /// Sets a ticket's category by its violation, and fills in empty fields: 0 for the points, and
    /// `See court` for the amount. Parking tickets and tolls don't change. Staff correct these
    /// fields when they check the item.
    #[must_use]
    pub fn with_driver_defaults(self) -> Self {
        if self.kind() != ItemKind::Ticket {
            return self;
        }
        let is_speeding = self.text("violation_type").trim().to_lowercase().starts_with("speeding");
        let draft = self.with("category", if is_speeding { "speeding" } else { "traffic" });
        let draft = if draft.text("points").trim().is_empty() { draft.with("points", "0") } else { draft };
        if draft.text("amount").trim().is_empty() { draft.with("amount", UNKNOWN_AMOUNT) } else { draft }
    }
}
