//! The list of lawyer hires.

use domain::legal_help::hire::{HireStatus, LawyerHire};
use domain::shared::payable::Payable;

use crate::shared::list::{CitedBy, MoneySort, Query, list};
use crate::shared::summary::summary;

list! {
    /// Lawyer hires. A search covers the ids of the hire, the user and the ticket, the driver, the violation type,
    /// the confirmation number and the citation number.
    HireList of LawyerHire by |hire| hire.id.0,
    HireFilter, MoneySort, HireSummary, has_owners: true,
    driver: |hire| Some(hire.user_id),
    cited_by: |hire| hire.ticket_id.map(|ticket| CitedBy::Item(Payable::Ticket(ticket)))
}

/// A query for hires.
pub type HireQuery = Query<HireList>;

/// Filters for the list of hires.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HireFilter {
    /// Only hires with this status.
    pub status: Option<HireStatus>,
    /// `true`: only solved hires. `false`: only unsolved hires.
    pub is_solved: Option<bool>,
    /// `true`: only hires that staff have marked as seen. `false`: only hires that staff haven't.
    pub is_seen: Option<bool>,
}

summary! {
    /// The summary above the list of lawyer hires.
    HireSummary {
        /// Hires with the status Pending.
        pending: Count,
        /// Hires with the status In Progress.
        in_progress: Count,
        /// Hires with the status Contacted.
        contacted: Count,
        /// The total amount of all hires, including canceled ones, with two decimals.
        total_revenue: Sum,
        /// The total amount of canceled hires.
        cancelled: Sum,
        /// All hires.
        total: Count,
    }
}
