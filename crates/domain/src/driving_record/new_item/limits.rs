//! What the reader and its users share.

/// Fields that are wrong, by their names in the tables, each with a sentence.
pub type Wrong = Vec<(&'static str, String)>;

/// The field that says that a due date is worked out.
pub const DUE_DATE_IS_OURS: &str = "is_due_date_ours";
/// The field that this is about.
pub(super) const DUE_DATE: &str = "due_date";

/// The most characters of a field that may have several lines.
pub(super) const MOST_IN_PARAGRAPH: usize = 2000;
/// The most characters of an amount as entered.
pub const MOST_IN_AMOUNT: usize = 100;

/// The most points that a ticket gives.
pub const MOST_POINTS: i32 = 11;
