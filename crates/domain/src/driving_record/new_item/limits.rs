//! Limits and names that the reader shares with other modules.

/// Invalid fields: the name in the table, and a sentence for each.
pub type Wrong = Vec<(&'static str, String)>;

/// Name of the field that flags an estimated due date.
pub const DUE_DATE_IS_OURS: &str = "is_due_date_ours";
/// Name of the due date's field.
pub(super) const DUE_DATE: &str = "due_date";

/// Maximum length of a field with several lines, in characters.
pub(super) const MOST_IN_PARAGRAPH: usize = 2000;
/// Maximum length of an amount as entered, in characters.
pub const MOST_IN_AMOUNT: usize = 100;

/// Maximum points of one ticket.
pub const MOST_POINTS: i32 = 11;
