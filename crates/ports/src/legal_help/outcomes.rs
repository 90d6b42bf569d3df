//! Outcomes of cases, for the share of won cases that drivers see (docs/product/legal-help.md#measured-share).

use domain::legal_help::case::measured_share::DecidedCases;

use crate::shared::store_error::StoreResult;

/// Outcomes of cases in the database.
pub trait Outcomes {
    /// Counts the cases with the handling `Matched` and a recorded verdict whose fine and points at hire are
    /// known. Groups the cases by verdict, guarantee rule, and fine and points at hire.
    fn decided_cases(&mut self) -> StoreResult<Vec<DecidedCases>>;
}
