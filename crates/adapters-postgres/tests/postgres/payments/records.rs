use std::sync::Barrier;

use domain::payments::payment::TransactionStatus;
use domain::shared::ids::{PaymentId, TransactionId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::records::Payments;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::in_transaction;
use store_contract::samples::new_transaction;

use crate::support::{World, new_payment};

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

#[test]
fn a_payment_has_at_most_one_transaction_and_a_payment_for_a_lawyer_has_none() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, _, _, lawyer] = world.payables(user);
    let [paid, hired] =
        [(ticket, "a"), (lawyer, "b")].map(|(payable, key)| world.payment(user, payable, key));
    let mut store = world.store();
    assert_eq!(store.transaction_of_payment(paid.id).unwrap(), None);
    store.insert_transaction(&new_transaction(&paid)).unwrap();
    let second = store.insert_transaction(&new_transaction(&paid));
    assert!(matches!(second, Err(StoreError::Duplicate(UniqueKey::Other))));
    assert!(matches!(store.insert_transaction(&new_transaction(&hired)), Err(StoreError::Failed(_))));
}

#[test]
fn refunding_an_unknown_transaction_is_an_error() {
    let mut world = World::new();
    let completed = TransactionStatus::Completed;
    let refunded = world.store().set_transaction_refunded(TransactionId(99), Money::ZERO, completed);
    assert!(matches!(refunded, Err(StoreError::Failed(_))));
}
