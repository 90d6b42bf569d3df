//! The list of lawyer hires.

use domain::legal_help::hire::{HireStatus, LawyerHire};

use crate::shared::list::{MoneySort, Query, list};
use crate::shared::summary::summary;

list! {
    /// Lawyer hires. A search covers their, the user's and the ticket's id, the driver, the violation type and the
    /// confirmation number.
    HireList of LawyerHire by |hire| hire.id.0,
    HireFilter, MoneySort, HireSummary, has_owners: true,
    driver: |hire| Some(hire.user_id)
}

/// A query for hires.
pub type HireQuery = Query<HireList>;

/// Filters for hires.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HireFilter {
    /// Only this status.
    pub status: Option<HireStatus>,
    /// Only solved or only unsolved hires.
    pub is_solved: Option<bool>,
    /// Only hires that staff have or haven't seen.
    pub is_seen: Option<bool>,
}

summary! {
    /// Figures above the list of lawyer hires.
    HireSummary {
        /// Number with status Pending.
        pending: Count,
        /// Number with status In Progress.
        in_progress: Count,
        /// Number with status Contacted.
        contacted: Count,
        /// Sum of all amounts, including cancelled hires, with two decimals.
        total_revenue: Sum,
        /// Sum of the amounts of cancelled hires.
        cancelled: Sum,
        /// Number of hires.
        total: Count,
    }
}
