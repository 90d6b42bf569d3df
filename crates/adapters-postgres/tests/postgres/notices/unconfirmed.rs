//! Tests of messages to unconfirmed recipients. All processes together count these messages
//! (docs/product/notices.md#unconfirmed-addresses).

use chrono::TimeDelta;
use domain::notices::notice::Channel;
use domain::notices::unconfirmed::UnconfirmedSendCounts;
use ports::notices::unconfirmed::UnconfirmedRecipientCounts;
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;
use ports::store::Store;

use crate::support::{World, at};

const ONE: TokenHash = TokenHash([1; 32]);
const OTHER: TokenHash = TokenHash([2; 32]);

/// Does what the use case does before it sends a message: reads the counts, decides, and counts the message.
/// Returns whether the message may be sent.
fn admit(store: &mut dyn Store, channel: Channel, recipient: &TokenHash) -> StoreResult<bool> {
    let is_allowed = store.lock_unconfirmed(channel, recipient, at(0))?.allows_another(channel);
    if is_allowed {
        store.count_unconfirmed(channel, recipient, at(0))?;
    }
    Ok(is_allowed)
}

fn count_sent_messages(
    world: &mut World,
    channel: Channel,
    recipient: &TokenHash,
    times: i64,
    minutes_ago: i64,
) {
    for _ in 0..times {
        world.store().count_unconfirmed(channel, recipient, at(0) - TimeDelta::minutes(minutes_ago)).unwrap();
    }
}

#[test]
fn only_one_of_two_concurrent_emails_at_the_limit_is_sent() {
    let mut world = World::new();
    count_sent_messages(&mut world, Channel::Mail, &ONE, 4, 1);
    let admitted = world.one_after_the_other(
        |store| admit(store, Channel::Mail, &ONE),
        |store| admit(store, Channel::Mail, &ONE),
    );
    assert_eq!(admitted, (true, false));
}

#[test]
fn only_one_of_two_concurrent_texts_at_the_common_limit_is_sent() {
    let world = World::new();
    world.db.execute(&format!(
        "INSERT INTO unconfirmed_messages (channel, recipient, sent_at)
         SELECT 'text', sha256(n::text::bytea), '{}' FROM generate_series(1, 199) n",
        (at(0) - TimeDelta::minutes(59)).to_rfc3339()
    ));
    let admitted = world.one_after_the_other(
        |store| admit(store, Channel::Text, &ONE),
        |store| admit(store, Channel::Text, &OTHER),
    );
    assert_eq!(admitted, (true, false));
}

#[test]
fn emails_to_different_mailboxes_do_not_wait_for_each_other() {
    let world = World::new();
    ports::store::in_transaction(&world.db.database(), |store| {
        assert!(admit(store, Channel::Mail, &ONE)?);
        let other = |store: &mut dyn Store| admit(store, Channel::Mail, &OTHER);
        assert!(ports::store::in_transaction(&world.db.database(), other)?);
        Ok::<_, ports::shared::store_error::StoreError>(())
    })
    .unwrap();
}

#[test]
fn messages_are_counted_by_hour_day_channel_and_recipient() {
    let mut world = World::new();
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
        count_sent_messages(&mut world, channel, to, times, minutes_ago);
    }
    let mut counted = |channel, to| world.store().lock_unconfirmed(channel, to, at(0)).unwrap();
    let emails = UnconfirmedSendCounts { last_hour: 3, last_day: 15, texts_last_hour: 0 };
    assert_eq!(counted(Channel::Mail, &ONE), emails);
    let texts = UnconfirmedSendCounts { last_hour: 2, last_day: 6, texts_last_hour: 3 };
    assert_eq!(counted(Channel::Text, &OTHER), texts);
}

#[test]
fn a_message_that_was_not_sent_is_not_counted() {
    let mut world = World::new();
    let one = world.store().count_unconfirmed(Channel::Mail, &ONE, at(0)).unwrap();
    world.store().count_unconfirmed(Channel::Mail, &ONE, at(0)).unwrap();
    world.store().uncount_unconfirmed(one).unwrap();
    assert_eq!(world.store().lock_unconfirmed(Channel::Mail, &ONE, at(0)).unwrap().last_hour, 1);
}
