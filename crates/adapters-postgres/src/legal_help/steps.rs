//! The stored names of case steps, for SQL conditions. Conditions such as [`CaseStep::is_open`] are in the domain.

use domain::legal_help::case::step::CaseStep;

/// Returns the stored names of the steps that meet a condition.
pub(crate) fn step_names(is_meant: impl Fn(CaseStep) -> bool) -> Vec<&'static str> {
    CaseStep::ALL.iter().copied().filter(|step| is_meant(*step)).map(CaseStep::as_str).collect()
}

/// Returns the stored names of the steps that meet a condition, as a list for SQL.
pub(crate) fn step_names_sql(is_meant: impl Fn(CaseStep) -> bool) -> String {
    step_names(is_meant).iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(", ")
}
