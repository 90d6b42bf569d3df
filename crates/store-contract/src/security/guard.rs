use chrono::TimeDelta;
use domain::shared::ids::UserId;
use ports::security::guard::{Block, LoginFailures};
use ports::shared::secrets::TokenHash;
use ports::store::Database;

use crate::support::{at, transaction, user};

pub(super) const HERE: &str = "203.0.113.9";
pub(super) const THERE: &str = "2001:db8::/64";

pub fn login_failures_are_counted_and_cleared_by_address_and_by_account(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (TokenHash([1; 32]), TokenHash([2; 32]));
        for (address, account, second) in
            [(HERE, Some(&ann), 1), (HERE, Some(&bob), 2), (HERE, None, 3), (THERE, Some(&ann), 4)]
        {
            store.insert_failed_login(address, account.cloned(), at(second)).unwrap();
        }
        let here = LoginFailures { count: 3, last: Some(at(3)) };
        assert_eq!(store.failed_logins_from(HERE, at(0)).unwrap(), here);
        assert_eq!(store.failed_logins_from(HERE, at(2)).unwrap().count, 1);
        assert_eq!(store.failed_logins_from("192.0.2.1", at(0)).unwrap(), LoginFailures::default());
        assert_eq!(store.time_of_nth_failed_login(&ann, 1, at(0)).unwrap(), Some(at(4)));
        assert_eq!(store.time_of_nth_failed_login(&ann, 2, at(0)).unwrap(), Some(at(1)));
        assert_eq!(store.time_of_nth_failed_login(&ann, 2, at(1)).unwrap(), None);
        store.clear_login_failures(HERE, &ann).unwrap();
        assert_eq!(store.failed_logins_from(HERE, at(0)).unwrap().count, 2);
        assert_eq!(store.time_of_nth_failed_login(&ann, 1, at(0)).unwrap(), Some(at(4)));
        store.clear_account_failures(&ann).unwrap();
        assert_eq!(store.time_of_nth_failed_login(&ann, 1, at(0)).unwrap(), None);
        store.clear_address_failures(HERE).unwrap();
        assert_eq!(store.failed_logins_from(HERE, at(0)).unwrap().count, 0);
    });
}

pub fn addresses_of_logins_are_recognized_per_user(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        store.remember_address(ann, HERE, at(1)).unwrap();
        store.remember_address(bob, THERE, at(3)).unwrap();
        store.remember_address(ann, HERE, at(5)).unwrap();
        assert!(store.is_known_address(ann, HERE).unwrap());
        assert!(!store.is_known_address(ann, THERE).unwrap());
        assert!(!store.is_known_address(UserId(0), HERE).unwrap());
        assert_eq!(store.recent_login_addresses(9).unwrap(), [HERE, THERE], "the latest login first");
        assert_eq!(store.recent_login_addresses(1).unwrap(), [HERE]);
    });
}

pub fn a_block_expires_and_a_newer_block_of_the_address_replaces_it(database: &dyn Database) {
    let block = |reason: &str, hours| Block {
        address: HERE.to_owned(),
        reason: reason.to_owned(),
        blocked_at: at(0),
        expires_at: at(0) + TimeDelta::hours(hours),
    };
    transaction(database, |store| {
        let id = store.block_address(&block("first", 1)).unwrap();
        assert_eq!(store.block_address(&block("second\0", 2)).unwrap(), id);
        assert_eq!(store.blocks(at(1), 10).unwrap(), [block("second\u{fffd}", 2)]);
        assert_eq!(store.blocks(at(7200), 10).unwrap(), []);
        assert_eq!(store.unblock_address(HERE, at(7200)).unwrap(), None, "the block has already expired");
        assert_eq!(store.unblock_address(HERE, at(1)).unwrap(), Some((id, block("second\u{fffd}", 2))));
        assert_eq!(store.unblock_address(HERE, at(1)).unwrap(), None);
    });
}

pub fn blocks_are_listed_newest_first(database: &dyn Database) {
    let block = |address: &str, second| Block {
        address: address.to_owned(),
        reason: "attack".to_owned(),
        blocked_at: at(second),
        expires_at: at(900),
    };
    transaction(database, |store| {
        let blocks = [block("192.0.2.1", 1), block("192.0.2.2", 3), block("192.0.2.3", 1)];
        let ids = blocks.each_ref().map(|block| store.block_address(block).unwrap());
        assert_ne!(ids[0], ids[1]);
        let [first, second, third] = blocks;
        assert_eq!(store.blocks(at(5), 9).unwrap(), [second.clone(), third, first]);
        assert_eq!(store.blocks(at(5), 1).unwrap(), [second]);
    });
}
