//! Counts of messages to addresses and numbers that the account's owner hasn't confirmed
//! (docs/product/notices.md#unconfirmed-addresses).

use chrono::{DateTime, Utc};
use domain::notices::notice::Channel;
use domain::notices::unconfirmed::UnconfirmedSendCounts;

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// Id of a counted message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedMessageId(pub i64);

/// Counts of messages by unconfirmed recipient, shared by all server processes. A recipient is stored as a hash.
pub trait UnconfirmedRecipientCounts {
    /// Returns the counts of messages in the hour and the day before `now`. Until the transaction ends,
    /// other transactions that count this recipient wait. For texts, they wait for any recipient, because
    /// all texts share a limit.
    fn lock_unconfirmed_counts(
        &mut self,
        channel: Channel,
        recipient: &TokenHash,
        now: DateTime<Utc>,
    ) -> StoreResult<UnconfirmedSendCounts>;
    /// Counts a message that is about to be sent. `recipient` is the hash of the phone number or email address.
    fn count_unconfirmed(
        &mut self,
        channel: Channel,
        recipient: &TokenHash,
        now: DateTime<Utc>,
    ) -> StoreResult<CountedMessageId>;
    /// Removes a message from the counts, because it wasn't sent.
    fn uncount_unconfirmed(&mut self, message: CountedMessageId) -> StoreResult<()>;
}
