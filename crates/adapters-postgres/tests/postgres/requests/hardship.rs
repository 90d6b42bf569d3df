//! Tests of hardship requests.

use domain::driving_record::item_file::ItemId;
use domain::requests::hardship::{HardshipAnswer, Need, Situation};
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::accounts::account::Accounts;
use ports::requests::hardship::{HardshipRequests, NewHardshipRequest};
use ports::shared::paging::Page;
use ports::shared::store_error::{StoreError, UniqueKey};

use crate::support::{World, at};

const FIRST_PAGE: Page = Page { limit: 50, offset: 0 };

/// Adds a ticket, a parking ticket and a toll of a driver.
fn items_of(world: &mut World, user: UserId) -> [Payable; 3] {
    [
        Payable::Ticket(world.ticket(user)),
        Payable::Parking(world.parking(user)),
        Payable::Toll(world.toll(user)),
    ]
}

#[test]
fn each_need_and_kind_of_item_is_stored_and_answered() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let items = items_of(&mut world, user);
    let needs = [
        Need::MoreTime(at(0).date_naive()),
        Need::SmallerPayments(Money::from_dollars(40)),
        Need::LowerAmount(Money::from_cents(4_950)),
    ];
    let mut store = world.store();
    for (second, (item, need)) in (1..).zip(items.into_iter().zip(needs)) {
        let item = ItemId::from(item);
        let situation = Situation::PublicBenefits;
        let new = NewHardshipRequest { user_id: user, item, need, situation, asked_at: at(second) };
        assert!(store.lock_open_hardship_request(item).unwrap().is_none());
        let stored = store.insert_hardship_request(&new).unwrap();
        assert_eq!((stored.request.item, stored.request.need), (item, need));
        assert_eq!(store.lock_open_hardship_request(item).unwrap().as_ref(), Some(&stored.request));
        assert_eq!(store.lock_hardship_request(stored.request.id).unwrap().as_ref(), Some(&stored.request));
    }
    assert_eq!(store.count_hardship_requests(user, at(1)).unwrap(), 2);
    let open = store.open_hardship_requests(FIRST_PAGE).unwrap();
    assert_eq!((open.total, open.items.len()), (3, 3));
    let first = open.items.first().unwrap().request.clone();
    let answer = HardshipAnswer { text: "Call the clerk.".to_owned(), answered_at: at(9) };
    store.answer_hardship_request(&first, &answer).unwrap();
    let answered = store.hardship_request(first.id).unwrap().unwrap().request;
    assert_eq!((answered.answer, answered.version), (Some(answer), 2));
    assert!(store.lock_open_hardship_request(first.item).unwrap().is_none());
    assert_eq!(store.open_hardship_requests(FIRST_PAGE).unwrap().total, 2);
    let own = store.hardship_requests_of(user, 2).unwrap();
    let seconds: Vec<_> = own.iter().map(|one| one.request.asked_at).collect();
    assert_eq!(seconds, [at(3), at(2)], "newest first");
    assert_eq!(store.hardship_request(99).unwrap(), None);
}

#[test]
fn an_items_requests_move_to_another_item() {
    for (one, other) in [(0, 1), (1, 2), (2, 0)] {
        let mut world = World::new();
        let user = world.user("ann@example.com");
        let items = [
            Payable::Ticket(world.ticket(user)),
            Payable::Parking(world.parking(user)),
            Payable::Toll(world.toll(user)),
        ];
        let (from, to) = (ItemId::from(items[one]), ItemId::from(items[other]));
        let mut store = world.store();
        for second in [1, 2] {
            let new = NewHardshipRequest {
                user_id: user,
                item: from,
                need: Need::MoreTime(at(0).date_naive()),
                situation: Situation::Other,
                asked_at: at(second),
            };
            let request = store.insert_hardship_request(&new).unwrap().request;
            if second == 1 {
                let answer = HardshipAnswer { text: "Call the clerk.".to_owned(), answered_at: at(1) };
                store.answer_hardship_request(&request, &answer).unwrap();
            }
        }
        store.move_hardship_requests(from, to).unwrap();
        let own = store.hardship_requests_of(user, 9).unwrap();
        assert_eq!(own.iter().map(|one| one.request.item).collect::<Vec<_>>(), [to, to]);
    }
}

#[test]
fn an_item_has_at_most_one_open_request() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let items = items_of(&mut world, user);
    let [ticket, parking, toll] = items.map(ItemId::from);
    let new = |item| NewHardshipRequest {
        user_id: user,
        item,
        need: Need::MoreTime(at(0).date_naive()),
        situation: Situation::Other,
        asked_at: at(1),
    };
    for item in [ticket, parking, toll] {
        world.store().insert_hardship_request(&new(item)).unwrap();
        let second = world.store().insert_hardship_request(&new(item));
        assert!(matches!(second, Err(StoreError::Duplicate(UniqueKey::OpenHardshipRequest))), "{second:?}");
    }
    for (from, to) in [(ticket, parking), (parking, toll), (toll, ticket)] {
        let moved = world.store().move_hardship_requests(from, to);
        assert!(matches!(moved, Err(StoreError::Duplicate(UniqueKey::OpenHardshipRequest))), "{moved:?}");
    }
}

#[test]
fn closing_an_account_deletes_its_requests() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let item = ItemId::from(Payable::Ticket(world.ticket(user)));
    let mut store = world.store();
    let (need, situation) = (Need::LowerAmount(Money::from_dollars(50)), Situation::Other);
    let new = NewHardshipRequest { user_id: user, item, need, situation, asked_at: at(0) };
    store.insert_hardship_request(&new).unwrap();
    store.close_user(user, at(1)).unwrap();
    assert_eq!(store.open_hardship_requests(FIRST_PAGE).unwrap().total, 0);
}
