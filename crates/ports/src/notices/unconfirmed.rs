//! Counts of messages to addresses and numbers that their account hasn't confirmed
//! (docs/product/notices.md#unconfirmed-addresses).

use chrono::{DateTime, Utc};
use domain::notices::notice::Channel;
use domain::notices::unconfirmed::UnconfirmedSendCounts;

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// Id of a counted message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedMessageId(pub i64);

/// The counts, shared by all server processes. A recipient is stored as a hash.
pub trait UnconfirmedRecipientCounts {
    /// Counts the messages before `now`. Until the transaction ends, other transactions wait to count this
    /// recipient; for texts, they wait to count any recipient.
    fn lock_unconfirmed(
        &mut self,
        channel: Channel,
        recipient: &TokenHash,
        now: DateTime<Utc>,
    ) -> StoreResult<UnconfirmedSendCounts>;
    /// Counts a message that is about to be sent.
    fn count_unconfirmed(
        &mut self,
        channel: Channel,
        recipient: &TokenHash,
        at: DateTime<Utc>,
    ) -> StoreResult<CountedMessageId>;
    /// Removes the count of a message that wasn't sent.
    fn uncount_unconfirmed(&mut self, message: CountedMessageId) -> StoreResult<()>;
}
