use chrono::TimeDelta;
use domain::notices::notice::Channel;
use domain::notices::unconfirmed::UnconfirmedSendCounts;
use ports::shared::secrets::TokenHash;
use ports::store::Database;

use crate::support::{at, transaction};

const ONE: TokenHash = TokenHash([1; 32]);
const OTHER: TokenHash = TokenHash([2; 32]);

pub fn messages_to_unconfirmed_addresses_are_counted_by_hour_day_channel_and_recipient(
    database: &dyn Database,
) {
    transaction(database, |store| {
        for (channel, to, times, minutes_ago) in [
            (Channel::Mail, &ONE, 1, 0),
            (Channel::Mail, &ONE, 2, 59),
            (Channel::Mail, &ONE, 4, 60),
            (Channel::Mail, &ONE, 8, 24 * 60 - 1),
            (Channel::Mail, &ONE, 16, 24 * 60),
            (Channel::Mail, &OTHER, 32, 0),
            (Channel::Text, &ONE, 1, 0),
            (Channel::Text, &OTHER, 2, 59),
            (Channel::Text, &OTHER, 4, 60),
        ] {
            for _ in 0..times {
                store.count_unconfirmed(channel, to, at(0) - TimeDelta::minutes(minutes_ago)).unwrap();
            }
        }
        let emails = UnconfirmedSendCounts { last_hour: 3, last_day: 15, texts_last_hour: 0 };
        assert_eq!(store.lock_unconfirmed_counts(Channel::Mail, &ONE, at(0)).unwrap(), emails);
        let texts = UnconfirmedSendCounts { last_hour: 2, last_day: 6, texts_last_hour: 3 };
        assert_eq!(store.lock_unconfirmed_counts(Channel::Text, &OTHER, at(0)).unwrap(), texts);
    });
}

pub fn a_message_that_was_not_sent_is_not_counted(database: &dyn Database) {
    transaction(database, |store| {
        let one = store.count_unconfirmed(Channel::Mail, &ONE, at(0)).unwrap();
        store.count_unconfirmed(Channel::Mail, &ONE, at(0)).unwrap();
        store.uncount_unconfirmed(one).unwrap();
        assert_eq!(store.lock_unconfirmed_counts(Channel::Mail, &ONE, at(0)).unwrap().last_hour, 1);
    });
}
