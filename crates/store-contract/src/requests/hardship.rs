use domain::driving_record::item_file::ItemId;
use domain::requests::hardship::{HardshipAnswer, Need, Situation};
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::requests::hardship::NewHardshipRequest;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::Database;

use crate::support::{ALL, at, items, refused, transaction, user};

/// Builds a request for more time, sent at this second.
pub(crate) fn new_request(user_id: UserId, item: ItemId, second: i64) -> NewHardshipRequest {
    let need = Need::MoreTime(at(0).date_naive());
    NewHardshipRequest { user_id, item, need, situation: Situation::PublicBenefits, asked_at: at(second) }
}

fn answer(second: i64) -> HardshipAnswer {
    HardshipAnswer { text: "Call the clerk.".to_owned(), answered_at: at(second) }
}

pub fn a_hardship_request_for_each_need_and_kind_of_item_is_stored_and_answered(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let needs = [
            Need::MoreTime(at(0).date_naive()),
            Need::SmallerPayments(Money::from_dollars(40)),
            Need::LowerAmount(Money::from_cents(4_950)),
        ];
        let labels = ["Speeding", "Expired meter", "I-95 Express"];
        for (second, (item, (need, label))) in
            (1..).zip(items(store, user).into_iter().zip(needs.into_iter().zip(labels)))
        {
            let item = ItemId::from(item);
            assert!(store.lock_open_hardship_request(item).unwrap().is_none());
            let new = NewHardshipRequest { need, ..new_request(user, item, second) };
            let stored = store.insert_hardship_request(&new).unwrap();
            assert_eq!(
                (stored.request.item, stored.request.need, stored.label.as_str()),
                (item, need, label)
            );
            assert_eq!(stored.request.situation, Situation::PublicBenefits);
            assert_eq!(store.lock_open_hardship_request(item).unwrap().as_ref(), Some(&stored.request));
            assert_eq!(
                store.lock_hardship_request(stored.request.id).unwrap().as_ref(),
                Some(&stored.request)
            );
        }
        assert_eq!(store.count_hardship_requests(user, at(1)).unwrap(), 2);
        let open = store.open_hardship_requests(ALL).unwrap();
        let seconds: Vec<_> = open.items.iter().map(|one| one.request.asked_at).collect();
        assert_eq!((open.total, seconds), (3, vec![at(1), at(2), at(3)]), "oldest first");
        let first = open.items[0].request.clone();
        store.answer_hardship_request(&first, &answer(9)).unwrap();
        let answered = store.hardship_request(first.id).unwrap().unwrap().request;
        assert_eq!((answered.answer, answered.version), (Some(answer(9)), 2));
        assert!(store.lock_open_hardship_request(first.item).unwrap().is_none());
        assert_eq!(store.open_hardship_requests(ALL).unwrap().total, 2);
        let own = store.hardship_requests_of(user, 2).unwrap();
        let seconds: Vec<_> = own.iter().map(|one| one.request.asked_at).collect();
        assert_eq!(seconds, [at(3), at(2)], "newest first");
        assert_eq!(store.hardship_request(99).unwrap(), None);
    });
}

pub fn the_hardship_requests_about_an_item_can_be_moved_to_another_item(database: &dyn Database) {
    for (one, other) in [(0, 1), (1, 2), (2, 0)] {
        transaction(database, |store| {
            let user = user(store, &format!("user{one}@example.com"));
            let items = items(store, user);
            let (from, to) = (ItemId::from(items[one]), ItemId::from(items[other]));
            let answered = store.insert_hardship_request(&new_request(user, from, 1)).unwrap().request;
            store.answer_hardship_request(&answered, &answer(1)).unwrap();
            store.insert_hardship_request(&new_request(user, from, 2)).unwrap();
            store.move_hardship_requests(from, to).unwrap();
            let own = store.hardship_requests_of(user, 9).unwrap();
            assert_eq!(own.iter().map(|one| one.request.item).collect::<Vec<_>>(), [to, to]);
        });
    }
}

pub fn an_item_has_at_most_one_open_hardship_request(database: &dyn Database) {
    let (user, [ticket, parking, toll]) = transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let items = items(store, user).map(ItemId::from);
        for item in items {
            store.insert_hardship_request(&new_request(user, item, 1)).unwrap();
        }
        (user, items)
    });
    for item in [ticket, parking, toll] {
        let second = refused(database, |store| store.insert_hardship_request(&new_request(user, item, 2)));
        assert!(matches!(second, Some(StoreError::Duplicate(UniqueKey::OpenHardshipRequest))), "{second:?}");
    }
    for (from, to) in [(ticket, parking), (parking, toll), (toll, ticket)] {
        let moved = refused(database, |store| store.move_hardship_requests(from, to));
        assert!(matches!(moved, Some(StoreError::Duplicate(UniqueKey::OpenHardshipRequest))), "{moved:?}");
    }
    transaction(database, |store| {
        assert_eq!(store.hardship_requests_of(user, 9).unwrap().len(), 3);
        store.close_user(user, at(3)).unwrap();
        assert_eq!(store.open_hardship_requests(ALL).unwrap().total, 0, "closing an account deletes them");
    });
}
