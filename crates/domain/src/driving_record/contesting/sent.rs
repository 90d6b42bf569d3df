//! What a driver sent to contest an item.

use chrono::NaiveDate;

/// What a driver sent to contest an item, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentContest {
    /// The day on which the driver sent the letter or the issuer's form, as the driver entered it.
    pub sent_on: NaiveDate,
    /// Whether the driver sent the issuer's own form instead of a letter.
    pub is_own_form: bool,
}
