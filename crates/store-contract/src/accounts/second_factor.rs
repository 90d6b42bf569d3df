use domain::shared::ids::UserId;
use ports::accounts::second_factor::PendingLogin;
use ports::shared::secrets::TokenHash;
use ports::store::{Database, Store};

use crate::support::{at, transaction, user};

/// Builds a login that waits for a code until second 100.
fn pending(user: UserId) -> PendingLogin {
    PendingLogin { user, password_hash: "$argon2id$".to_owned(), tries: 0, expires_at: at(100) }
}

/// Returns a user's encrypted secret, whether the second factor is confirmed, and the last accepted time step.
fn facts(store: &mut dyn Store, user: UserId) -> (Vec<u8>, bool, Option<i64>) {
    let factor = store.second_factor(user).unwrap().unwrap();
    (factor.sealed_secret, factor.confirmed_at.is_some(), factor.last_step)
}

pub fn a_second_factor_is_confirmed_by_its_first_code(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        assert!(store.second_factor(ann).unwrap().is_none());
        assert!(store.start_second_factor_setup(ann, &[1], at(0)).unwrap());
        assert!(store.start_second_factor_setup(ann, &[2], at(1)).unwrap());
        assert_eq!(facts(store, ann), (vec![2], false, None), "a new secret replaces an unconfirmed one");
        store.accept_step(ann, 70, at(2)).unwrap();
        store.accept_step(ann, 71, at(3)).unwrap();
        let factor = store.lock_second_factor(ann).unwrap().unwrap();
        assert_eq!((factor.confirmed_at, factor.last_step), (Some(at(2)), Some(71)));
        assert!(!store.start_second_factor_setup(ann, &[3], at(4)).unwrap());
        assert_eq!(facts(store, ann), (vec![2], true, Some(71)));
        assert!(store.lock_second_factor(UserId(99)).unwrap().is_none());
    });
}

pub fn a_recovery_code_can_be_used_only_once(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let [one, two, three] = [1, 2, 3].map(|n| TokenHash([n; 32]));
        assert_eq!(store.recovery_salt(ann).unwrap(), None);
        store.set_recovery_codes(ann, [5; 16], &[one.clone(), two.clone()]).unwrap();
        store.set_recovery_codes(bob, [6; 16], std::slice::from_ref(&three)).unwrap();
        assert_eq!(store.recovery_salt(ann).unwrap(), Some([5; 16]));
        assert!(!store.use_recovery_code(ann, &three).unwrap(), "the code of another user");
        assert!(store.use_recovery_code(ann, &one).unwrap());
        assert!(!store.use_recovery_code(ann, &one).unwrap());
        assert_eq!(store.count_recovery_codes(ann).unwrap(), 1);
        store.set_recovery_codes(ann, [7; 16], std::slice::from_ref(&one)).unwrap();
        assert!(!store.use_recovery_code(ann, &two).unwrap(), "new codes replace the old ones");
        assert!(store.use_recovery_code(ann, &one).unwrap());
        assert_eq!(store.recovery_salt(ann).unwrap(), None, "no code is left");
        assert_eq!(store.count_recovery_codes(bob).unwrap(), 1);
    });
}

pub fn a_pending_login_ends_at_its_expiry_or_after_the_maximum_number_of_attempts(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let [one, two] = [1, 2].map(|n| TokenHash([n; 32]));
        store.insert_pending_login(&one, &pending(ann)).unwrap();
        store.insert_pending_login(&two, &pending(ann)).unwrap();
        assert!(store.count_code_attempt(&one, 2, at(100)).unwrap().is_none(), "expired");
        let first = store.count_code_attempt(&one, 2, at(99)).unwrap().unwrap();
        assert_eq!((first.user, first.tries, first.expires_at), (ann, 1, at(100)));
        assert_eq!(store.count_code_attempt(&one, 2, at(99)).unwrap().map(|login| login.tries), Some(2));
        assert!(store.count_code_attempt(&one, 2, at(99)).unwrap().is_none());
        assert!(store.count_code_attempt(&two, 2, at(99)).unwrap().is_some());
        assert!(store.delete_pending_login(&two).unwrap());
        assert!(!store.delete_pending_login(&two).unwrap());
        assert!(store.count_code_attempt(&two, 2, at(99)).unwrap().is_none());
    });
}

pub fn deleting_a_second_factor_deletes_codes_and_pending_logins(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let [token, other] = [1, 2].map(|n| TokenHash([n; 32]));
        store.insert_pending_login(&other, &pending(bob)).unwrap();
        assert!(!store.delete_second_factor(ann).unwrap());
        store.start_second_factor_setup(ann, &[1], at(0)).unwrap();
        store.set_recovery_codes(ann, [5; 16], std::slice::from_ref(&token)).unwrap();
        store.insert_pending_login(&token, &pending(ann)).unwrap();
        assert!(store.delete_second_factor(ann).unwrap());
        assert!(store.second_factor(ann).unwrap().is_none());
        assert_eq!(store.count_recovery_codes(ann).unwrap(), 0);
        assert_eq!(store.recovery_salt(ann).unwrap(), None);
        assert!(!store.delete_pending_login(&token).unwrap());
        assert!(store.delete_pending_login(&other).unwrap(), "another user's login");
        assert!(!store.delete_second_factor(ann).unwrap());
    });
}
