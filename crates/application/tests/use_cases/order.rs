//! The order of calls where it is the promise: written down, then asked, then stored; never asked in a transaction.

use std::sync::{Arc, Mutex};

use application::Deps;
use application::payments::confirm_payment;
use application::payments::start_payment::start_payment;
use domain::payments::payment::{Payment, PaymentStatus};
use mockall::Sequence;
use ports::driving_record::items::PayableItem;
use ports::mocks::{FakeDatabase, MockPaymentGateway, MockStore};
use ports::payments::gateway::{GatewayError, Intent, IntentStatus};
use ports::store::{Database, Verdict, with_store};
use rstest::rstest;

use crate::support::*;

fn item() -> PayableItem {
    PayableItem { user_id: DRIVER, label: "Speeding".to_owned(), fine: dollars(150), is_paid: false }
}

/// Whether no unit of work holds the database's one connection.
fn is_free(database: &FakeDatabase) -> bool {
    let database: &dyn Database = database;
    with_store(database, |_| Ok::<_, ports::shared::store_error::StoreError>(())).is_ok()
}

fn wired(database: Arc<FakeDatabase>, gateway: MockPaymentGateway) -> Deps {
    Deps { database, gateway: Arc::new(gateway), ..World::new().deps }
}

/// What the create call answers, and where the payment is stored then.
#[rstest]
#[case::an_intent(Ok(()), PaymentStatus::Open)]
#[case::nothing(Err(GatewayError::TimedOut), PaymentStatus::TimedOut)]
fn the_payment_and_its_key_are_written_down_before_the_provider_is_asked(
    #[case] answer: Result<(), GatewayError>,
    #[case] stored: PaymentStatus,
) {
    let mut in_order = Sequence::new();
    let mut store = MockStore::new();
    let mut gateway = MockPaymentGateway::new();
    store.expect_lock_payable_item().once().in_sequence(&mut in_order).returning(|_| Ok(Some(item())));
    store.expect_lock_live_payment().once().in_sequence(&mut in_order).returning(|_| Ok(None));
    store
        .expect_insert_payment()
        .withf(|new| new.idempotency_key == "key-1" && new.amount == dollars(150) && new.user_id == DRIVER)
        .once()
        .in_sequence(&mut in_order)
        .returning(|new| Ok(Payment { idempotency_key: new.idempotency_key.clone(), ..payment(1, TICKET) }));

    let late = Arc::new(Mutex::new(None::<Arc<FakeDatabase>>));
    let database_then = late.clone();
    gateway
        .expect_create_intent()
        .withf(|request| request.idempotency_key == "key-1" && request.amount == dollars(150))
        .once()
        .in_sequence(&mut in_order)
        .return_once(move |_| {
            let database = database_then.lock().unwrap().clone().unwrap();
            assert_eq!(database.verdicts(), [Verdict::Commit], "the payment is committed by now");
            assert!(is_free(&database), "no transaction is open");
            let open = Intent {
                client_secret: Some("secret".to_owned()),
                ..intent(&payment(1, TICKET), IntentStatus::Open)
            };
            answer.map(|()| open)
        });

    store.expect_lock_payable_item().once().in_sequence(&mut in_order).returning(|_| Ok(Some(item())));
    store.expect_lock_payment().once().in_sequence(&mut in_order).returning(|_| Ok(Some(payment(1, TICKET))));
    store
        .expect_update_payment()
        .withf(move |payment| payment.status == stored)
        .once()
        .in_sequence(&mut in_order)
        .returning(|_| Ok(()));

    let database = Arc::new(FakeDatabase::new(store));
    *late.lock().unwrap() = Some(database.clone());
    let result = start_payment(&wired(database.clone(), gateway), &driver(), TICKET, dollars(150));
    assert_eq!(result.is_ok(), stored == PaymentStatus::Open);
    assert_eq!(database.verdicts(), [Verdict::Commit, Verdict::Commit]);
}

/// The provider is not asked about what is not written down.
#[test]
fn a_payment_that_cannot_be_written_down_is_not_begun() {
    let mut store = MockStore::new();
    store.expect_lock_payable_item().returning(|_| Ok(Some(item())));
    store.expect_lock_live_payment().returning(|_| Ok(None));
    store
        .expect_insert_payment()
        .returning(|_| Err(ports::shared::store_error::StoreError::Failed("disk full".into())));
    let database = Arc::new(FakeDatabase::new(store));
    let deps = wired(database.clone(), MockPaymentGateway::new());
    assert_eq!(outcome(&start_payment(&deps, &driver(), TICKET, dollars(150))), "Defect");
    assert_eq!(database.verdicts(), [Verdict::Rollback]);
}

/// Item, then payment, then the writes, all in the one transaction that follows the provider's answer.
#[test]
fn a_settlement_is_one_transaction_after_the_answer() {
    let mut in_order = Sequence::new();
    let mut store = MockStore::new();
    let mut gateway = MockPaymentGateway::new();
    let open = Payment {
        status: PaymentStatus::Open,
        provider_intent_id: Some("pi_of_1".to_owned()),
        ..payment(1, TICKET)
    };
    let (found, known, locked) = (open.clone(), open.clone(), open);
    store.expect_payment_by_intent().once().in_sequence(&mut in_order).return_once(move |_| Ok(Some(found)));
    gateway
        .expect_intent()
        .once()
        .in_sequence(&mut in_order)
        .returning(|_| Ok(intent(&payment(1, TICKET), IntentStatus::Succeeded)));
    store.expect_payment().once().in_sequence(&mut in_order).return_once(move |_| Ok(Some(known)));
    store.expect_lock_payable_item().once().in_sequence(&mut in_order).returning(|_| Ok(Some(item())));
    store.expect_lock_payment().once().in_sequence(&mut in_order).return_once(move |_| Ok(Some(locked)));
    store.expect_update_payment().once().in_sequence(&mut in_order).returning(|_| Ok(()));
    store.expect_audit().once().in_sequence(&mut in_order).returning(|_| Ok(()));
    store.expect_mark_paid().once().in_sequence(&mut in_order).returning(|_, _| Ok(()));
    store
        .expect_insert_transaction()
        .once()
        .in_sequence(&mut in_order)
        .returning(|_| Err(ports::shared::store_error::StoreError::Failed("disk full".into())));
    let database = Arc::new(FakeDatabase::new(store));
    let deps = wired(database.clone(), gateway);
    let result = confirm_payment::transaction(&deps, &driver(), Some("pi_of_1"));
    assert_eq!(outcome(&result), "Defect");
    assert_eq!(database.verdicts(), [Verdict::Rollback], "the last write failed, so none stays");
}
