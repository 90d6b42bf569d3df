use domain::shared::ids::UserId;
use ports::accounts::sessions::NewSession;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::{Database, Store};

use crate::support::{admin, at, connection, new_session, transaction, user};

pub fn changing_an_email_to_an_email_in_use_fails_without_aborting_the_transaction(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        user(store, "bob@example.com");
        let error = store.set_email(ann, "BOB@example.com").unwrap_err();
        assert!(matches!(error, StoreError::Duplicate(UniqueKey::Email)), "{error}");
        assert_eq!(store.set_email(ann, "Ann@Example.org").unwrap().unwrap().email, "Ann@Example.org");
        assert_eq!(store.set_phone(ann, None).unwrap().unwrap().phone_number, None);
        store.set_password_hash(ann, "$argon2id$new").unwrap();
        assert_eq!(store.lock_credentials(ann).unwrap().unwrap().password_hash, "$argon2id$new");
        assert!(store.lock_credentials(UserId(99)).unwrap().is_none());
        store.set_password_hash(UserId(99), "$argon2id$new").unwrap();
    });
}

pub fn sessions_are_listed_and_deleted_per_user(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let open = |store: &mut dyn Store, user, token, end| {
            let new = NewSession { expires_at: at(end), ..new_session(user, token) };
            store.insert_session(&new).unwrap().id
        };
        let first = open(store, ann, 1, 900);
        let second = open(store, ann, 2, 900);
        let third = open(store, ann, 3, 900);
        let expired = open(store, ann, 4, 10);
        let bobs = open(store, bob, 5, 900);
        store.renew_session(first, at(5), at(900)).unwrap();
        let listed = store.sessions_of(ann, at(10), 9).unwrap();
        let ids: Vec<_> = listed.iter().map(|open| open.session.id).collect();
        assert_eq!(ids, [first, third, second], "most recently used first");
        assert_eq!(store.sessions_of(ann, at(10), 1).unwrap().len(), 1);
        assert_eq!(listed[0].device.as_deref(), Some("Chrome on Windows"));
        assert!(!store.delete_session_of(ann, bobs).unwrap());
        assert!(store.delete_session_of(ann, expired).unwrap());
        assert_eq!(store.delete_sessions_of(ann, Some(second)).unwrap(), 2);
        assert_eq!(store.delete_sessions_of(ann, None).unwrap(), 1);
        assert_eq!(store.sessions_of(bob, at(10), 9).unwrap().len(), 1);
    });
}

pub fn locking_an_account_for_closing_returns_whether_another_administrator_exists(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        assert!(!store.lock_for_closing_and_check_other_admin(ann).unwrap());
        let first = admin(store, "first@example.com");
        assert!(store.lock_for_closing_and_check_other_admin(ann).unwrap());
        assert!(!store.lock_for_closing_and_check_other_admin(first).unwrap());
        let second = admin(store, "second@example.com");
        assert!(store.lock_for_closing_and_check_other_admin(first).unwrap());
        store.close_user(second, at(5)).unwrap();
        assert!(
            !store.lock_for_closing_and_check_other_admin(first).unwrap(),
            "a closed account has no role"
        );
    });
}

pub fn a_closed_account_is_not_found_and_its_email_can_be_used_again(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let session = new_session(ann, 1);
        store.insert_session(&session).unwrap();
        store.set_status_request(ann, &[1], at(1)).unwrap();
        store.insert_profile(ann).unwrap();
        store.close_user(ann, at(5)).unwrap();
        assert!(store.credentials("ann@example.com").unwrap().is_none());
        assert!(store.credentials(&format!("closed-{ann}@invalid")).unwrap().is_none());
        assert!(store.lock_credentials(ann).unwrap().is_none());
        assert!(store.open_user(ann).unwrap().is_none() && store.lock_user(ann).unwrap().is_none());
        assert!(store.set_email(ann, "x@example.com").unwrap().is_none());
        assert!(store.set_phone(ann, Some("5551234567")).unwrap().is_none());
        assert!(store.set_email_verified(ann, at(6)).unwrap().is_none());
        assert!(store.session(&session.token_hash).unwrap().is_none());
        assert!(store.sessions_of(ann, at(6), 9).unwrap().is_empty());
        assert!(store.sealed_digits(ann).unwrap().is_none() && store.profile(ann).unwrap().is_none());
        let closed = store.user(ann).unwrap().unwrap();
        assert_eq!(closed.full_name.as_deref(), Some("Closed account"));
        assert_eq!((closed.email, closed.phone_number), (format!("closed-{ann}@invalid"), None));
        assert_ne!(user(store, "ann@example.com"), ann);
    });
}

pub fn accounts_with_the_same_email_can_be_created_and_closed_one_after_another(database: &dyn Database) {
    transaction(database, |store| {
        for _ in 0..2 {
            let ann = user(store, "ann@example.com");
            store.close_user(ann, at(5)).unwrap();
        }
        let last = user(store, "ann@example.com");
        assert_eq!(store.credentials("ann@example.com").unwrap().unwrap().user_id, last);
    });
}

pub fn personal_data_contains_the_email_and_is_none_for_an_unknown_user(database: &dyn Database) {
    connection(database, |store| {
        let ann = user(store, "ann@example.com");
        assert!(store.personal_data(ann).unwrap().unwrap().contains("ann@example.com"));
        assert_eq!(store.personal_data(UserId(99)).unwrap(), None);
    });
}
