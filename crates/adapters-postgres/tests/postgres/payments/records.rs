use std::sync::Barrier;

use domain::payments::payment::{Payment, PaymentTransaction, TransactionStatus};
use domain::shared::ids::{PaymentId, TransactionId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::records::{NewTransaction, Payments};
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::in_transaction;

use crate::support::{World, at, new_payment};

/// Whether a payment was refused because its item has another live payment.
fn is_live_duplicate<T: std::fmt::Debug>(outcome: &Result<T, StoreError>) -> bool {
    matches!(outcome, Err(StoreError::Duplicate(UniqueKey::LivePayment)))
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
fn only_one_of_two_concurrent_payments_for_an_item_is_created() {
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
