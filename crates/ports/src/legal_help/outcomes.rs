//! Outcomes of cases, for the share of won cases that drivers see (docs/product/legal-help.md#measured-share).

use domain::legal_help::case::measured_share::DecidedCases;

use crate::shared::store_error::StoreResult;

/// Outcomes of cases in the database.
pub trait Outcomes {
    /// Counts the cases with the handling `Matched` whose verdict is recorded and whose fine and points
    /// at hire are known. Returns one count for each combination of verdict, guarantee rule, and fine
    /// and points at hire.
    fn decided_cases(&mut self) -> StoreResult<Vec<DecidedCases>>;
}
