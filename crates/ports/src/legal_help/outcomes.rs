//! Outcomes of all cases, for the measured share (docs/product/legal-help.md#measured-share).

use domain::legal_help::case::measured_share::DecidedCases;

use crate::shared::store_error::StoreResult;

/// Outcomes in the database.
pub trait Outcomes {
    /// Returns all matched cases that have a verdict and terms at hire, grouped by verdict and terms.
    fn decided_cases(&mut self) -> StoreResult<Vec<DecidedCases>>;
}
