//! Counts messages to unconfirmed recipients in the in-memory database.

use chrono::{DateTime, Utc};
use domain::notices::notice::Channel;
use domain::notices::unconfirmed::{DAY, HOUR, UnconfirmedSendCounts};
use ports::notices::unconfirmed::{CountedMessageId, UnconfirmedRecipientCounts};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl UnconfirmedRecipientCounts for Unit<'_> {
    fn lock_unconfirmed_counts(
        &mut self,
        channel: Channel,
        recipient: &TokenHash,
        now: DateTime<Utc>,
    ) -> StoreResult<UnconfirmedSendCounts> {
        let counted = || self.tables.notices.to_unconfirmed.iter().flatten();
        let to_it = |since| {
            let is_counted = move |(by, to, at): &&(Channel, TokenHash, DateTime<Utc>)| {
                *by == channel && to == recipient && *at > since
            };
            i64::try_from(counted().filter(is_counted).count()).unwrap()
        };
        let texts = counted().filter(|(by, _, at)| *by == Channel::Text && *at > now - HOUR).count();
        Ok(UnconfirmedSendCounts {
            last_hour: to_it(now - HOUR),
            last_day: to_it(now - DAY),
            texts_last_hour: if channel == Channel::Text { i64::try_from(texts).unwrap() } else { 0 },
        })
    }

    fn count_unconfirmed(
        &mut self,
        channel: Channel,
        recipient: &TokenHash,
        now: DateTime<Utc>,
    ) -> StoreResult<CountedMessageId> {
        let counted = &mut self.tables.notices.to_unconfirmed;
        counted.push(Some((channel, recipient.clone(), now)));
        Ok(CountedMessageId(i64::try_from(counted.len()).unwrap()))
    }

    fn uncount_unconfirmed(&mut self, message: CountedMessageId) -> StoreResult<()> {
        let place = usize::try_from(message.0).unwrap() - 1;
        self.tables.notices.to_unconfirmed[place] = None;
        Ok(())
    }
}
