//! Problems with money that staff resolve: money without a payment, and provider events that couldn't
//! be parsed or applied.

use chrono::{DateTime, Utc};
use domain::payments::attention::{MoneyProblem, ResolutionNote, ResolvedProblem};
use domain::shared::ids::UserId;

use crate::payments::records::OrphanIntent;
use crate::shared::store_error::StoreResult;

/// A provider event that couldn't be parsed, or whose object couldn't be read and applied for a long time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadEvent {
    /// The provider's id, or a hash of the body if the id can't be read.
    pub provider_event_id: String,
    /// The provider's event type; empty if it can't be read.
    pub kind: String,
    /// When Lanewise received the event.
    pub received_at: DateTime<Utc>,
}

/// Open and resolved problems with money, in the database.
pub trait MoneyProblems {
    /// Returns succeeded intents that match no payment in the database and that staff haven't resolved,
    /// oldest first. Intents of lost payments are left out.
    fn orphan_intents(&mut self, limit: i64) -> StoreResult<Vec<OrphanIntent>>;
    /// Returns the events that couldn't be parsed or applied and that staff haven't resolved, oldest first.
    fn unread_events(&mut self, limit: i64) -> StoreResult<Vec<UnreadEvent>>;
    /// Returns problems that staff resolved, newest first.
    fn resolved_money_problems(&mut self, limit: i64) -> StoreResult<Vec<ResolvedProblem>>;
    /// Whether this problem exists, resolved or not.
    fn has_money_problem(&mut self, subject: &MoneyProblem) -> StoreResult<bool>;
    /// Marks a problem as resolved; `None` if it was already resolved.
    fn resolve_problem(
        &mut self,
        subject: &MoneyProblem,
        note: &ResolutionNote,
        closed_by: UserId,
        closed_at: DateTime<Utc>,
    ) -> StoreResult<Option<ResolvedProblem>>;
}
