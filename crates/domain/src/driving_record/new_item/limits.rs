//! Limits of fields, and names of fields, that several modules use.

pub use crate::shared::text::FieldErrors;

/// Name of the field that says that Lanewise estimated the due date.
pub const DUE_DATE_IS_OURS: &str = "is_due_date_ours";
/// Name of the due date's field.
pub(super) const DUE_DATE: &str = "due_date";
/// Name of the field that says that nothing is owed and nothing was paid.
pub const SETTLED_UNPAID: &str = "is_settled_unpaid";
/// Names of the fields whose change clears [`SETTLED_UNPAID`], because something may be owed again.
pub(super) const OWED: [&str; 2] = ["amount", "status"];
/// Name of the field with the court's time zone, which the register of authorities decides.
const COURT_ZONE: &str = "court_zone";
/// Names of the fields that staff can't enter and files have no column for.
pub const NEVER_FILED: [&str; 3] = [DUE_DATE_IS_OURS, SETTLED_UNPAID, COURT_ZONE];

/// Maximum length of a field with several lines, in characters.
pub const MAX_IN_PARAGRAPH: usize = 2000;
/// Maximum length of an issuer's name, in characters.
pub const MAX_IN_ISSUER: usize = 200;

/// Maximum points of one ticket.
pub const MAX_POINTS: i32 = 11;
