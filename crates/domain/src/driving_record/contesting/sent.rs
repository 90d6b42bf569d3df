//! What a driver sent to contest an item.

use chrono::NaiveDate;

/// What a driver sent to contest an item, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentContest {
    /// The day, as the driver entered it.
    pub on: NaiveDate,
    /// Whether it was the issuer's own form instead of a letter.
    pub is_own_form: bool,
}
