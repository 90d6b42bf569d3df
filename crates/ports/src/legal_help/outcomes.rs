//! Outcomes of cases, for the share of won cases that drivers see (docs/product/legal-help.md#measured-share).

use domain::legal_help::case::measured_share::DecidedCases;

use crate::shared::store_error::StoreResult;

/// Outcomes of cases in the database.
pub trait Outcomes {
    /// Counts the cases that have the handling `Matched`, a recorded verdict, and a known fine and known
    /// points from the time of hire. Returns one count for each combination of verdict, guarantee rule, fine
    /// at hire and points at hire.
    fn decided_cases(&mut self) -> StoreResult<Vec<DecidedCases>>;
}
