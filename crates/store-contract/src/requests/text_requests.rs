use domain::shared::ids::TextNotificationId;
use ports::requests::lists::TextRequestQuery;
use ports::store::Database;

use crate::support::{ALL, at, transaction, user};

pub fn a_driver_has_only_one_text_request_per_number(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let first = store.insert_text_request(ann, "5551234567", at(0)).unwrap();
        assert_eq!(store.insert_text_request(ann, "5551234567", at(9)).unwrap(), first);
        store.insert_text_request(bob, "5551234567", at(0)).unwrap();
        assert_eq!(store.list(&TextRequestQuery::all(ALL)).unwrap().total, 2);
        let own = store.list(&TextRequestQuery::all(ALL).of(ann)).unwrap();
        assert_eq!(own.items, std::slice::from_ref(&first));
        assert!(!first.is_sent && first.sent_at.is_none());
        store.mark_text_sent(first.id, at(60)).unwrap();
        let sent = store.text_request(first.id).unwrap().unwrap();
        assert_eq!((sent.is_sent, sent.sent_at), (true, Some(at(60))));
        assert!(store.delete_text_request(first.id).unwrap());
        assert!(!store.delete_text_request(first.id).unwrap());
        assert_eq!(store.text_request(first.id).unwrap(), None);
        store.mark_text_sent(TextNotificationId(99), at(60)).unwrap();
        let again = store.insert_text_request(ann, "5551234567", at(70)).unwrap();
        assert!(again.id > first.id, "an id is never used again");
    });
}
