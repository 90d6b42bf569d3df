//! What the dataset has of each citation.

/// The columns of the dataset, and whether they are numbers. Numbers come as texts, as the API gives them.
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

/// Whether there is such a column, and whether it holds numbers.
pub(crate) fn is_number(column: &str) -> Option<bool> {
    COLUMNS.iter().find(|(name, _)| *name == column).map(|(_, is_number)| *is_number)
}
