//! The columns of the sandbox's dataset.

/// Each column's name, and whether the column holds numbers. The API sends numbers as strings.
pub(crate) const COLUMNS: &[(&str, bool)] = &[
    ("plate", false),
    ("state", false),
    ("license_type", false),
    ("summons_number", true),
    ("issue_date", false),
    ("violation_time", false),
    ("violation", false),
    ("judgment_entry_date", false),
    ("fine_amount", true),
    ("penalty_amount", true),
    ("interest_amount", true),
    ("reduction_amount", true),
    ("payment_amount", true),
    ("amount_due", true),
    ("precinct", false),
    ("county", false),
    ("issuing_agency", false),
    ("violation_status", false),
];

/// Returns whether a column holds numbers, or `None` if it doesn't exist.
pub(crate) fn is_number(column: &str) -> Option<bool> {
    COLUMNS.iter().find(|(name, _)| *name == column).map(|(_, is_number)| *is_number)
}
