//! Counts messages to addresses and numbers that their account hasn't confirmed (docs/PRODUCT.md#unconfirmed-addresses).

use chrono::{DateTime, Utc};
use domain::notices::notice::Channel;
use domain::notices::unconfirmed::SentToUnconfirmed;

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// A message that was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedMessage(pub i64);

/// The counters, shared by all server processes. A recipient is a hash.
pub trait UnconfirmedMessages {
    /// Counts the messages before `now`. Until the transaction ends, no other one counts this recipient; for texts, none counts any.
    fn lock_unconfirmed(
        &mut self,
        channel: Channel,
        recipient: &TokenHash,
        now: DateTime<Utc>,
    ) -> StoreResult<SentToUnconfirmed>;
    /// Counts a message that is about to be handed over.
    fn count_unconfirmed(
        &mut self,
        channel: Channel,
        recipient: &TokenHash,
        at: DateTime<Utc>,
    ) -> StoreResult<CountedMessage>;
    /// Takes back the count of a message that didn't go out.
    fn uncount_unconfirmed(&mut self, message: CountedMessage) -> StoreResult<()>;
}
