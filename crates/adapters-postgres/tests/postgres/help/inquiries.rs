//! Tests of the notifications on the LISTEN connection.

use std::time::Duration;

use domain::shared::ids::{InquiryId, SessionId};
use ports::shared::feed::{Announcement, AnnouncementFeed, FeedEvent};
use ports::store::{Database, Store, TransactionEnd};

use crate::support::World;

const SOON: Duration = Duration::from_secs(5);

/// Receives events until the expected announcement arrives, and returns all of them.
fn receive_until(feed: &mut dyn AnnouncementFeed, last: Announcement) -> Vec<FeedEvent> {
    let mut all = vec![];
    for _ in 0..100 {
        all.extend(feed.receive(SOON));
        if all.contains(&FeedEvent::Received(last)) {
            return all;
        }
    }
    panic!("{last:?} was never received, but {all:?}");
}

#[test]
fn an_announcement_is_received_only_if_its_transaction_commits() {
    let world = World::new();
    let database = world.db.database();
    let mut feed = database.feed().unwrap();
    assert_eq!(feed.receive(SOON), [FeedEvent::Gap], "a new feed starts with a gap");
    let announce = |what: Announcement, verdict: TransactionEnd| {
        let mut work = |store: &mut dyn Store| {
            store.announce(what).unwrap();
            verdict
        };
        database.transact(&mut work).unwrap();
    };
    announce(Announcement::NewMessage(InquiryId(1)), TransactionEnd::Rollback);
    announce(Announcement::NewMessage(InquiryId(2)), TransactionEnd::Commit);
    announce(Announcement::Resolved(InquiryId(3)), TransactionEnd::Commit);
    let received = receive_until(&mut feed, Announcement::Resolved(InquiryId(3)));
    let expected = [Announcement::NewMessage(InquiryId(2)), Announcement::Resolved(InquiryId(3))]
        .map(FeedEvent::Received);
    assert_eq!(received, expected);
    assert_eq!(feed.receive(Duration::from_millis(20)), []);
}

#[test]
fn deleting_a_session_sends_a_notification_from_the_database() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let mut feed = world.db.database().feed().unwrap();
    feed.receive(SOON);
    let ids: Vec<i32> = world
        .db
        .values(&format!(
            "INSERT INTO sessions (user_id, token_hash, login_time, last_activity, expires_at, address)
             SELECT {user}, decode(md5(n::text) || md5(n::text), 'hex'), now(), now(), now() + interval '1 hour', '::1'
             FROM generate_series(1, 3) AS n RETURNING id"
        ))
        .into_iter()
        .map(|id| id.unwrap().parse().unwrap())
        .collect();
    world.db.execute("DELETE FROM sessions");
    let mut received = receive_until(&mut feed, Announcement::SessionEnded(SessionId(ids[2])));
    while received.len() < 3 {
        received.extend(feed.receive(SOON));
    }
    let expected: Vec<FeedEvent> =
        ids.iter().map(|id| FeedEvent::Received(Announcement::SessionEnded(SessionId(*id)))).collect();
    assert_eq!(received, expected);
}

#[test]
fn a_lost_listen_connection_is_reported_and_reopened() {
    let world = World::new();
    let mut feed = world.db.database().feed().unwrap();
    feed.receive(SOON);
    for _ in 0..3 {
        world.db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND query LIKE 'LISTEN%'",
        );
        let mut next =
            || (0..100).map(|_| feed.receive(Duration::from_millis(50))).find(|events| !events.is_empty());
        assert_eq!((next(), next()), (Some(vec![FeedEvent::Lost]), Some(vec![FeedEvent::Gap])));
    }
}
