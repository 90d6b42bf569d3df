use std::sync::Barrier;

use domain::payments::payment::{Payment, PaymentStatus, PaymentTransaction, TransactionStatus};
use domain::shared::ids::{PaymentId, TransactionId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::records::{NewTransaction, Payments};
use ports::shared::list::Lists;
use ports::shared::paging::Page;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::in_transaction;

use crate::support::{ALL, World, at, new_payment, transactions};

const LIVE: [PaymentStatus; 3] = [PaymentStatus::Creating, PaymentStatus::TimedOut, PaymentStatus::Open];

fn is_live_duplicate<T: std::fmt::Debug>(outcome: &Result<T, StoreError>) -> bool {
    matches!(outcome, Err(StoreError::Duplicate(UniqueKey::LivePayment)))
}

#[test]
fn a_payment_round_trips() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    for (number, payable) in world.payables(user).into_iter().enumerate() {
        let key = number.to_string();
        let mut payment = world.payment(user, payable, &key);
        let expected = Payment {
            id: payment.id,
            user_id: user,
            payable,
            amount: Money::from_cents(15_050),
            status: PaymentStatus::Creating,
            idempotency_key: format!("key-{key}"),
            confirmation_number: format!("CONF-{key}"),
            provider_intent_id: None,
            client_secret: None,
            amount_received: None,
            refunded: Money::ZERO,
            created_at: at(0),
            updated_at: at(0),
            charged_at: None,
            settled_at: None,
        };
        assert_eq!(payment, expected);

        payment.status = PaymentStatus::Settled;
        payment.provider_intent_id = Some(format!("pi_{key}"));
        payment.client_secret = Some("secret".to_owned());
        payment.amount_received = Some(Money::from_cents(15_000));
        payment.refunded = Money::from_cents(2_000);
        payment.updated_at = at(5);
        payment.charged_at = Some(at(3));
        payment.settled_at = Some(at(4));
        let mut store = world.store();
        store.update_payment(&payment).unwrap();
        assert_eq!(store.payment(payment.id).unwrap(), Some(payment.clone()));
        assert_eq!(store.lock_payment(payment.id).unwrap(), Some(payment.clone()));
        assert_eq!(store.payment_by_intent(&format!("pi_{key}")).unwrap(), Some(payment));
    }
    let mut store = world.store();
    assert_eq!(store.payment(PaymentId(99)).unwrap(), None);
    assert_eq!(store.lock_payment(PaymentId(99)).unwrap(), None);
    assert_eq!(store.payment_by_intent("pi_none").unwrap(), None);
    assert_eq!(store.payment_by_intent("pi_\0").unwrap(), None);
}

#[test]
fn every_payment_status_round_trips() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    for status in PaymentStatus::ALL {
        let ticket = world.ticket(user);
        let payment = world.payment_in(user, Payable::Ticket(ticket), status.as_str(), *status);
        assert_eq!(world.store().payment(payment.id).unwrap().unwrap().status, *status);
    }
}

#[test]
fn updating_an_unknown_payment_is_an_error() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let ticket = world.ticket(user);
    let mut payment = world.payment(user, Payable::Ticket(ticket), "a");
    payment.id = PaymentId(99);
    assert!(matches!(world.store().update_payment(&payment), Err(StoreError::Failed(_))));
}

#[test]
fn an_item_can_have_only_one_live_payment() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    for payable in world.payables(user) {
        let kind = payable.kind();
        for status in PaymentStatus::ALL {
            let key = format!("{kind}-{status}");
            let first = world.payment_in(user, payable, &key, *status);
            let second = world.store().insert_payment(&new_payment(user, payable, &format!("{key}-2")));
            let is_live = LIVE.contains(status);
            assert_eq!(is_live_duplicate(&second), is_live, "{key}: {second:?}");
            let live = world.store().lock_live_payment(payable).unwrap().map(|payment| payment.id);
            assert_eq!(live, Some(second.map_or(first.id, |second| second.id)));
            let cancel_payments = "UPDATE payments SET status = 'cancelled'";
            world.db.execute(cancel_payments);
            assert_eq!(world.store().lock_live_payment(payable).unwrap(), None);
        }
    }
}

#[test]
fn a_duplicate_key_or_confirmation_number_is_not_reported_as_a_second_live_payment() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, parking, toll, lawyer] = world.payables(user);
    world.payment(user, ticket, "a");
    let mut same_key = new_payment(user, parking, "b");
    same_key.idempotency_key = "key-a".to_owned();
    let mut same_number = new_payment(user, toll, "c");
    same_number.confirmation_number = "CONF-a".to_owned();
    for payment in [same_key, same_number] {
        let outcome = world.store().insert_payment(&payment);
        assert!(matches!(outcome, Err(StoreError::Duplicate(UniqueKey::Other))), "{outcome:?}");
    }
    world.payment(user, lawyer, "d");
}

#[test]
fn only_one_of_two_concurrent_payments_is_created() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let database = world.db.database();
    for round in 0..10 {
        let payable = Payable::Ticket(world.ticket(user));
        let barrier = Barrier::new(2);
        let pay = |side: &str| {
            in_transaction(&database, |store| {
                barrier.wait();
                store.insert_payment(&new_payment(user, payable, &format!("{round}-{side}")))
            })
        };
        let (left, right) = std::thread::scope(|scope| {
            let left = scope.spawn(|| pay("left"));
            let right = scope.spawn(|| pay("right"));
            (left.join().unwrap(), right.join().unwrap())
        });
        let (created, refused) = if left.is_ok() { (left, right) } else { (right, left) };
        assert!(created.is_ok(), "{created:?}");
        assert!(is_live_duplicate(&refused), "{refused:?}");
    }
}

#[test]
fn after_a_duplicate_payment_was_refused_the_transaction_can_read_the_existing_one() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let payable = Payable::Toll(world.toll(user));
    let first = world.payment(user, payable, "a");
    let shared = in_transaction(&world.db.database(), |store| {
        assert!(is_live_duplicate(&store.insert_payment(&new_payment(user, payable, "b"))));
        store.lock_live_payment(payable)
    });
    assert_eq!(shared.unwrap(), Some(first));
}

#[test]
fn a_settled_payment_settles_only_its_own_item() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, parking, _, lawyer] = world.payables(user);
    world.payment_in(user, ticket, "a", PaymentStatus::Settled);
    world.payment_in(user, parking, "b", PaymentStatus::Refunded);
    let mut store = world.store();
    assert!(store.is_settled_by_payment(ticket).unwrap());
    assert!(
        !store.is_settled_by_payment(lawyer).unwrap(),
        "the lawyer is another payable of the same ticket"
    );
    assert!(!store.is_settled_by_payment(parking).unwrap());
}

fn new_transaction(payment: &Payment) -> NewTransaction {
    NewTransaction {
        user_id: payment.user_id,
        payment_id: payment.id,
        payable: payment.payable,
        violation_type: Some("Speeding".to_owned()),
        amount: payment.amount,
        processing_fee: Money::from_cents(299),
        our_fee: Money::from_cents(298),
        confirmation_number: payment.confirmation_number.clone(),
        created_at: at(6),
        recorded_at: at(7),
    }
}

#[test]
fn a_transaction_round_trips_and_can_be_refunded() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, parking, toll, lawyer] = world.payables(user);
    for (payable, key) in [(ticket, "a"), (parking, "b"), (toll, "c")] {
        let payment = world.payment(user, payable, key);
        let mut store = world.store();
        assert_eq!(store.transaction_of_payment(payment.id).unwrap(), None);
        let stored = store.insert_transaction(&new_transaction(&payment)).unwrap();
        let expected = PaymentTransaction {
            id: stored.id,
            user_id: user,
            payment_id: Some(payment.id),
            payable,
            violation_type: Some("Speeding".to_owned()),
            amount: Money::from_cents(15_050),
            refunded: Money::ZERO,
            processing_fee: Money::from_cents(299),
            our_fee: Money::from_cents(298),
            confirmation_number: format!("CONF-{key}"),
            status: TransactionStatus::Completed,
            created_at: at(6),
            recorded_at: at(7),
        };
        assert_eq!(stored, expected);
        assert_eq!(store.transaction_of_payment(payment.id).unwrap(), Some(expected));
        assert!(matches!(
            store.insert_transaction(&new_transaction(&payment)),
            Err(StoreError::Duplicate(UniqueKey::Other))
        ));
        for (back, status) in [(20, TransactionStatus::Completed), (100, TransactionStatus::Refunded)] {
            let back = Money::from_cents(back);
            store.set_transaction_refunded(stored.id, back, status).unwrap();
            let refunded = store.transaction_of_payment(payment.id).unwrap().unwrap();
            assert_eq!((refunded.status, refunded.refunded), (status, back));
        }
    }
    let payment = world.payment(user, lawyer, "d");
    let mut store = world.store();
    assert!(matches!(store.insert_transaction(&new_transaction(&payment)), Err(StoreError::Failed(_))));
    assert!(matches!(
        store.set_transaction_refunded(TransactionId(99), Money::ZERO, TransactionStatus::Completed),
        Err(StoreError::Failed(_))
    ));
}

#[test]
fn transactions_are_listed_newest_first_for_one_driver_or_all() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let mut ids = Vec::new();
    for (number, user) in [ann, bob, ann, ann].into_iter().enumerate() {
        let payable = Payable::Toll(world.toll(user));
        let payment = world.payment(user, payable, &number.to_string());
        ids.push(world.store().insert_transaction(&new_transaction(&payment)).unwrap().id);
    }
    let mut list = |user, page| {
        let found = world.store().list(&transactions(user, page)).unwrap();
        (found.items.iter().map(|transaction| transaction.id).collect::<Vec<_>>(), found.total)
    };
    assert_eq!(list(None, ALL), (vec![ids[3], ids[2], ids[1], ids[0]], 4));
    assert_eq!(list(Some(ann), ALL), (vec![ids[3], ids[2], ids[0]], 3));
    assert_eq!(list(Some(ann), Page { limit: 1, offset: 1 }), (vec![ids[2]], 3));
    assert_eq!(list(Some(bob), ALL), (vec![ids[1]], 1));
}

#[test]
fn a_confirmation_to_pay_despite_the_lawyer_is_stored() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, ..] = world.payables(user);
    let payment = world.payment(user, ticket, "a");
    assert_eq!(
        world.store().was_paid_despite_lawyer(payment.id).unwrap(),
        None,
        "older payments have no stored confirmation"
    );
    for is_confirmed in [false, true] {
        world.store().set_despite_lawyer_confirmed(payment.id, is_confirmed).unwrap();
        assert_eq!(world.store().was_paid_despite_lawyer(payment.id).unwrap(), Some(is_confirmed));
    }
}
