//! Tests of messages to unconfirmed recipients. All processes share the counts that limit these messages
//! (docs/product/notices.md#unconfirmed-addresses).

use chrono::TimeDelta;
use domain::notices::notice::Channel;
use ports::notices::unconfirmed::UnconfirmedRecipientCounts;
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;
use ports::store::Store;

use crate::support::{World, at};

const ONE: TokenHash = TokenHash([1; 32]);
const OTHER: TokenHash = TokenHash([2; 32]);

/// Does what the use case does before it sends a message: reads the counts, decides, and counts the message.
/// Returns whether the message may be sent.
fn count_if_allowed(store: &mut dyn Store, channel: Channel, recipient: &TokenHash) -> StoreResult<bool> {
    let is_allowed = store.lock_unconfirmed_counts(channel, recipient, at(0))?.allows_another(channel);
    if is_allowed {
        store.count_unconfirmed(channel, recipient, at(0))?;
    }
    Ok(is_allowed)
}

/// Adds `times` messages to this recipient to the counts, as if they were sent `minutes_ago` minutes ago.
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
fn only_one_of_two_concurrent_emails_is_sent_if_the_mailboxs_limit_allows_one() {
    let mut world = World::new();
    count_sent_messages(&mut world, Channel::Mail, &ONE, 4, 1);
    let admitted = world.run_overlapping(
        |store| count_if_allowed(store, Channel::Mail, &ONE),
        |store| count_if_allowed(store, Channel::Mail, &ONE),
    );
    assert_eq!(admitted, (true, false));
}

#[test]
fn only_one_of_two_concurrent_texts_is_sent_if_the_limit_for_all_numbers_allows_one() {
    let world = World::new();
    world.db.execute(&format!(
        "INSERT INTO unconfirmed_messages (channel, recipient, sent_at)
         SELECT 'text', sha256(n::text::bytea), '{}' FROM generate_series(1, 199) n",
        (at(0) - TimeDelta::minutes(59)).to_rfc3339()
    ));
    let admitted = world.run_overlapping(
        |store| count_if_allowed(store, Channel::Text, &ONE),
        |store| count_if_allowed(store, Channel::Text, &OTHER),
    );
    assert_eq!(admitted, (true, false));
}

#[test]
fn emails_to_different_mailboxes_do_not_wait_for_each_other() {
    let world = World::new();
    ports::store::in_transaction(&world.db.database(), |store| {
        assert!(count_if_allowed(store, Channel::Mail, &ONE)?);
        let other = |store: &mut dyn Store| count_if_allowed(store, Channel::Mail, &OTHER);
        assert!(ports::store::in_transaction(&world.db.database(), other)?);
        Ok::<_, ports::shared::store_error::StoreError>(())
    })
    .unwrap();
}
