use domain::notices::reply::ReplyMeaning;
use domain::shared::ids::{ReplyId, UserId};
use ports::notices::replies::NewReply;
use ports::store::Database;

use crate::support::{admin, at, bare_user, transaction, user};

const PHONE: &str = "5551234567";

fn new_reply(provider_id: &str, user_id: Option<UserId>, meaning: ReplyMeaning) -> NewReply {
    NewReply {
        provider_id: provider_id.to_owned(),
        phone: PHONE.to_owned(),
        user_id,
        notice_id: None,
        body: user_id.map(|_| "I can't\0 come".to_owned()),
        meaning,
        received_at: at(1),
    }
}

pub fn a_reply_is_stored_once_and_waits_until_staff_handle_it(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, staff) = (user(store, "ann@example.com"), admin(store, "staff@example.com"));
        let reply = new_reply("SM1", Some(ann), ReplyMeaning::Other);
        let id = store.insert_reply(&reply).unwrap().unwrap();
        assert_eq!(store.insert_reply(&reply).unwrap(), None, "the provider reported it twice");
        let stored = store.lock_reply(id).unwrap().unwrap();
        assert_eq!((stored.phone.as_deref(), stored.user_id), (Some(PHONE), Some(ann)));
        assert_eq!(stored.body.as_deref(), Some("I can't\u{fffd} come"));
        assert_eq!((stored.driver_name.as_deref(), stored.received_at), (Some("Ann Example"), at(1)));
        assert!(!stored.is_solved);
        assert_eq!(store.open_replies(9).unwrap(), std::slice::from_ref(&stored));
        store.solve_reply(id, staff, at(2)).unwrap();
        assert!(store.lock_reply(id).unwrap().unwrap().is_solved);
        assert_eq!((store.open_replies(9).unwrap(), store.count_open_replies().unwrap()), (vec![], 0));
        assert_eq!(store.lock_reply(ReplyId(99)).unwrap(), None);
    });
}

pub fn replies_for_staff_are_listed_oldest_first_and_a_drivers_newest_first(database: &dyn Database) {
    transaction(database, |store| {
        let bare = store.insert_user(&bare_user("bare@example.com")).unwrap().id;
        let [first, second, third, fourth] = [
            ("SM1", Some(bare), ReplyMeaning::Other),
            ("SM2", None, ReplyMeaning::Other),
            ("SM3", Some(bare), ReplyMeaning::Confirmed),
            ("SM4", Some(bare), ReplyMeaning::Other),
        ]
        .map(|(id, user, meaning)| store.insert_reply(&new_reply(id, user, meaning)).unwrap().unwrap());
        assert!(!ReplyMeaning::Confirmed.is_for_staff() && ReplyMeaning::Other.is_for_staff());
        let ids = |replies: Vec<ports::notices::replies::Reply>| {
            replies.into_iter().map(|reply| reply.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(store.open_replies(9).unwrap()), [first, second, fourth]);
        assert_eq!(ids(store.open_replies(2).unwrap()), [first, second]);
        assert_eq!(store.count_open_replies().unwrap(), 3);
        assert_eq!(ids(store.replies_of(bare, 9).unwrap()), [fourth, third, first]);
        assert_eq!(ids(store.replies_of(bare, 1).unwrap()), [fourth]);
        assert_eq!(store.lock_reply(first).unwrap().unwrap().driver_name.as_deref(), Some("bare"));
        assert_eq!(store.lock_reply(second).unwrap().unwrap().driver_name, None);
    });
}
