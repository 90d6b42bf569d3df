use domain::accounts::session::Session;
use domain::shared::ids::SessionId;
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::Database;

use crate::support::{at, new_session, transaction, user};

pub fn a_session_is_found_by_its_token_with_its_user(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
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
    });
}

pub fn renewing_or_deleting_a_session_does_not_affect_other_sessions(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let first = store.insert_session(&new_session(ann, 1)).unwrap();
        let second = store.insert_session(&new_session(ann, 2)).unwrap();
        store.renew_session(first.id, at(1700), at(3500)).unwrap();
        store.record_step_up(first.id, at(1700)).unwrap();
        let (renewed, _) = store.session(&TokenHash([1; 32])).unwrap().unwrap();
        assert_eq!(
            (renewed.last_activity, renewed.expires_at, renewed.login_time, renewed.proved_at),
            (at(1700), at(3500), at(0), Some(at(1700)))
        );
        // Simulates a request that started before the renewal above and finishes after it.
        store.renew_session(first.id, at(1600), at(1800)).unwrap();
        let (still, _) = store.session(&TokenHash([1; 32])).unwrap().unwrap();
        assert_eq!((still.last_activity, still.expires_at), (at(1700), at(3500)));
        assert!(store.lock_session(first.id).unwrap());
        assert!(store.delete_session(first.id).unwrap());
        assert!(!store.delete_session(first.id).unwrap());
        assert!(!store.lock_session(first.id).unwrap());
        assert!(store.session(&TokenHash([1; 32])).unwrap().is_none());
        assert_eq!(store.session(&TokenHash([2; 32])).unwrap().unwrap().0, second);
        let third = store.insert_session(&new_session(ann, 3)).unwrap();
        assert!(third.id > second.id, "an id is never used again");
    });
}

pub fn a_copy_of_a_session_has_the_same_times_and_the_same_number_of_wrong_codes(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let first = store.insert_session(&new_session(ann, 1)).unwrap();
        store.insert_session(&new_session(ann, 2)).unwrap();
        store.renew_session(first.id, at(1700), at(3500)).unwrap();
        assert_eq!(store.count_wrong_code(first.id).unwrap(), 1);
        let (first, _) = store.session(&TokenHash([1; 32])).unwrap().unwrap();
        let copy = store.copy_session(first.id, &TokenHash([3; 32])).unwrap().unwrap();
        assert!(copy.id > first.id);
        let id = copy.id;
        assert_eq!(store.session(&TokenHash([3; 32])).unwrap().unwrap().0, copy);
        assert_eq!(Session { id: first.id, ..copy }, first);
        assert_eq!(store.count_wrong_code(id).unwrap(), 2);
        let open = store.sessions_of(ann, at(1701), 9).unwrap();
        let copied = open.iter().find(|one| one.session.id == id).unwrap();
        assert_eq!(copied.device.as_deref(), Some("Chrome on Windows"));
        assert_eq!(store.copy_session(SessionId(first.id.0 + 100), &TokenHash([4; 32])).unwrap(), None);
    });
}

pub fn the_last_use_of_a_session_is_never_replaced_by_an_earlier_time(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let [one, other] = [1, 2].map(|n| store.insert_session(&new_session(ann, n)).unwrap().id);
        store.renew_session(other, at(90), at(1890)).unwrap();
        // The stored time of the session `other` is later than the one given here. The second id
        // belongs to no session.
        let last_uses = [(other, at(60)), (SessionId(one.0 + 100), at(60)), (one, at(60))];
        assert_eq!(store.store_last_uses(&last_uses).unwrap(), 2);
        let found = [1, 2].map(|n| store.session(&TokenHash([n; 32])).unwrap().unwrap().0);
        assert_eq!(found.each_ref().map(|session| session.last_activity), [at(60), at(90)]);
        assert_eq!(found.map(|session| session.expires_at), [at(1800), at(1890)]);
    });
}

pub fn wrong_codes_are_counted_per_session(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let [one, other] = [1, 2].map(|n| store.insert_session(&new_session(ann, n)).unwrap().id);
        let counts = [one, one, other].map(|id| store.count_wrong_code(id).unwrap());
        assert_eq!(counts, [1, 2, 1]);
        store.delete_session(one).unwrap();
        assert_eq!(store.count_wrong_code(one).unwrap(), i32::MAX, "the session has ended");
    });
}
