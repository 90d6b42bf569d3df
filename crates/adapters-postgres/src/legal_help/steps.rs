//! The stored names of case steps, for SQL conditions. Conditions such as [`CaseStep::is_open`] are in the domain.

use domain::legal_help::case::step::CaseStep;

/// Returns the stored names of the steps for which `includes` returns true.
pub(crate) fn step_names(includes: impl Fn(CaseStep) -> bool) -> Vec<&'static str> {
    CaseStep::ALL.iter().copied().filter(|step| includes(*step)).map(CaseStep::as_str).collect()
}

/// Like [`step_names`], but as a comma-separated list of SQL strings.
pub(crate) fn step_names_sql(includes: impl Fn(CaseStep) -> bool) -> String {
    step_names(includes).iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(", ")
}
