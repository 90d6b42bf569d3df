//! Stray money and unread events, and what staff did about them.

use chrono::{DateTime, Utc};
use domain::payments::attention::{AttentionSubject, ClosedAttention, HowClosed};
use domain::shared::ids::UserId;

use crate::payments::records::OrphanIntent;
use crate::shared::store_error::StoreResult;

/// A signed event of the provider that nobody could read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadEvent {
    /// The provider's id, or a hash of what came.
    pub provider_event_id: String,
    /// The provider's name of the kind; empty when it cannot be read.
    pub kind: String,
    /// Received at.
    pub received_at: DateTime<Utc>,
}

/// What is open, and what is dealt with, in the database.
pub trait MoneyAttention {
    /// Money that is no payment of ours and that nobody has dealt with, the longest known first. Lost payments are listed apart.
    fn orphans(&mut self, limit: i64) -> StoreResult<Vec<OrphanIntent>>;
    /// Events that nobody could read or has dealt with, the oldest first.
    fn unread_events(&mut self, limit: i64) -> StoreResult<Vec<UnreadEvent>>;
    /// What staff dealt with, the newest first.
    fn closed_attention(&mut self, limit: i64) -> StoreResult<Vec<ClosedAttention>>;
    /// Whether there is such a thing to be dealt with; whether it was already does not matter.
    fn has_attention(&mut self, subject: &AttentionSubject) -> StoreResult<bool>;
    /// Notes that it is dealt with; none when it was already.
    fn close_attention(
        &mut self,
        subject: &AttentionSubject,
        how: &HowClosed,
        by: UserId,
        at: DateTime<Utc>,
    ) -> StoreResult<Option<ClosedAttention>>;
}
