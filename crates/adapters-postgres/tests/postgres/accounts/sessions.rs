use domain::accounts::session::Session;
use domain::shared::ids::{SessionId, UserId};
use domain::shared::retention::RetainedData;
use ports::accounts::sessions::{NewSession, Sessions};
use ports::shared::retention::ExpiredRecords;
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::{StoreError, UniqueKey};

use crate::support::{World, at};

fn new_session(user: UserId, token: u8) -> NewSession {
    NewSession {
        user_id: user,
        token_hash: TokenHash([token; 32]),
        login_time: at(0),
        expires_at: at(1800),
        address: "203.0.113.7".to_owned(),
        user_agent: Some("Browser\0/1.0".to_owned()),
        proved_at: Some(at(0)),
    }
}

#[test]
fn a_session_is_found_by_its_token_with_its_user() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let bob = world.user("bob@example.com");
    let mut store = world.store();
    let session = store.insert_session(&new_session(ann, 1)).unwrap();
    store.insert_session(&new_session(bob, 2)).unwrap();
    assert_eq!(
        session,
        Session {
            id: session.id,
            user_id: ann,
            login_time: at(0),
            last_activity: at(0),
            expires_at: at(1800),
            proved_at: Some(at(0)),
        }
    );
    let (found, user) = store.session(&TokenHash([1; 32])).unwrap().unwrap();
    assert_eq!((found, user.id, user.email.as_str()), (session, ann, "ann@example.com"));
    assert!(store.session(&TokenHash([3; 32])).unwrap().is_none());
    assert!(matches!(
        store.insert_session(&new_session(bob, 1)),
        Err(StoreError::Duplicate(UniqueKey::Other))
    ));
}

#[test]
fn renewing_or_deleting_a_session_does_not_affect_others() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let mut store = world.store();
    let first = store.insert_session(&new_session(ann, 1)).unwrap();
    let second = store.insert_session(&new_session(ann, 2)).unwrap();
    store.renew_session(first.id, at(1700), at(3500)).unwrap();
    let (renewed, _) = store.session(&TokenHash([1; 32])).unwrap().unwrap();
    assert_eq!((renewed.last_activity, renewed.expires_at, renewed.login_time), (at(1700), at(3500), at(0)));
    // This request started before the one above, and finishes after it.
    store.renew_session(first.id, at(1600), at(1800)).unwrap();
    let (still, _) = store.session(&TokenHash([1; 32])).unwrap().unwrap();
    assert_eq!((still.last_activity, still.expires_at), (at(1700), at(3500)));
    store.delete_session(first.id).unwrap();
    store.delete_session(first.id).unwrap();
    assert!(store.session(&TokenHash([1; 32])).unwrap().is_none());
    assert_eq!(store.session(&TokenHash([2; 32])).unwrap().unwrap().0, second);
}

#[test]
fn the_last_activity_of_many_sessions_is_stored_in_one_statement() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let mut store = world.store();
    let [one, other] = [1, 2].map(|n| store.insert_session(&new_session(ann, n)).unwrap().id);
    store.renew_session(other, at(90), at(1890)).unwrap();
    // The session `other` was last used after the time given here. The second id belongs to no session.
    let last_uses = [(other, at(60)), (SessionId(one.0 + 100), at(60)), (one, at(60))];
    assert_eq!(store.store_last_uses(&last_uses).unwrap(), 2);
    let found = [1, 2].map(|n| store.session(&TokenHash([n; 32])).unwrap().unwrap().0);
    assert_eq!(found.each_ref().map(|session| session.last_activity), [at(60), at(90)]);
    assert_eq!(found.map(|session| session.expires_at), [at(1800), at(1890)]);
}

#[test]
fn expired_sessions_are_deleted() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let mut store = world.store();
    for (token, end) in [(1, 100), (2, 200), (3, 201)] {
        store.insert_session(&NewSession { expires_at: at(end), ..new_session(ann, token) }).unwrap();
    }
    // A session counts as expired from the exact time of its end.
    assert_eq!(store.delete_expired(RetainedData::Sessions, at(200), 9).unwrap(), 2);
    assert_eq!(store.delete_expired(RetainedData::Sessions, at(200), 9).unwrap(), 0);
    assert!(store.session(&TokenHash([3; 32])).unwrap().is_some());
}

#[test]
fn sessions_are_deleted_with_their_user() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    world.store().insert_session(&new_session(ann, 1)).unwrap();
    world.db.execute("DELETE FROM users");
    assert!(world.store().session(&TokenHash([1; 32])).unwrap().is_none());
}
