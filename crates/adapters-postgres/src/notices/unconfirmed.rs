use chrono::{DateTime, Utc};
use diesel::sql_types::{Binary, Text, Timestamptz};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, delete, insert_into, sql_query};
use domain::notices::notice::Channel;
use domain::notices::unconfirmed::{DAY, HOUR, UnconfirmedSendCounts};
use ports::notices::unconfirmed::{CountedMessageId, UnconfirmedRecipientCounts};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::connection::prepared::Prepared;
use crate::shared::locks::advisory_lock;
use crate::shared::rows::row_by_name;
use crate::store::PgStore;
use schema::unconfirmed_messages;

/// Advisory lock for texts to unconfirmed numbers. All these texts share one lock, because
/// they share one limit.
const TEXTING: i64 = 7_953_754_270;

/// Selects how many messages were sent to one recipient in the last hour and in the last day, and
/// how many texts were sent to all unconfirmed numbers in the last hour. The table has few rows,
/// because the messages are limited. Emails to different addresses don't share a limit.
const COUNTS: &str = "
    SELECT count(*) FILTER (WHERE sent_at > $3) AS last_hour, count(*) AS last_day,
        (SELECT count(*) FROM unconfirmed_messages WHERE channel = 'text' AND $1 = 'text' AND sent_at > $3) AS texts_last_hour
    FROM unconfirmed_messages WHERE channel = $1 AND recipient = $2 AND sent_at > $4";

row_by_name! {
    struct Counts {
        last_hour: i64,
        last_day: i64,
        texts_last_hour: i64,
    }
}

/// Returns the number of a recipient's advisory lock. Each email address has its own lock. All texts share one.
fn advisory_lock_key(channel: Channel, recipient: &TokenHash) -> i64 {
    match (channel, recipient.0.first_chunk()) {
        (Channel::Mail, Some(start)) => i64::from_be_bytes(*start),
        _ => TEXTING,
    }
}

impl UnconfirmedRecipientCounts for PgStore<'_> {
    fn lock_unconfirmed_counts(
        &mut self,
        channel: Channel,
        recipient: &TokenHash,
        now: DateTime<Utc>,
    ) -> StoreResult<UnconfirmedSendCounts> {
        let counts: Counts = self.run(|connection| {
            // The lock is taken by a separate statement, so that the next statement sees what the lock's
            // previous holder committed.
            advisory_lock(connection, advisory_lock_key(channel, recipient))?;
            // SQL: raw, because one statement counts two different sets of rows.
            sql_query(COUNTS)
                .bind::<Text, _>(channel.as_str())
                .bind::<Binary, _>(recipient.0.as_slice())
                .bind::<Timestamptz, _>(now - HOUR)
                .bind::<Timestamptz, _>(now - DAY)
                .prepared()
                .get_result(connection)
        })?;
        let Counts { last_hour, last_day, texts_last_hour } = counts;
        Ok(UnconfirmedSendCounts { last_hour, last_day, texts_last_hour })
    }

    fn count_unconfirmed(
        &mut self,
        channel: Channel,
        recipient: &TokenHash,
        now: DateTime<Utc>,
    ) -> StoreResult<CountedMessageId> {
        let id = self.get_result(
            insert_into(unconfirmed_messages::table)
                .values((
                    unconfirmed_messages::channel.eq(channel.as_str()),
                    unconfirmed_messages::recipient.eq(recipient.0.as_slice()),
                    unconfirmed_messages::sent_at.eq(now),
                ))
                .returning(unconfirmed_messages::id),
        )?;
        Ok(CountedMessageId(id))
    }

    fn uncount_unconfirmed(&mut self, message: CountedMessageId) -> StoreResult<()> {
        self.execute(delete(unconfirmed_messages::table.find(message.0)))
    }
}
