//! The order of steps that the use cases guarantee: the payment is stored, then the provider is called, then
//! the result is stored. The fake provider and the fake database panic if a call overlaps a transaction.

use domain::payments::payment::PaymentStatus;
use rstest::rstest;

use crate::support::*;

/// Each case has the fault of the call that creates the intent, if any, and the payment's status after the call.
#[rstest]
#[case::an_intent(None, PaymentStatus::Open)]
#[case::nothing(Some(Fault::Unreached), PaymentStatus::TimedOut)]
fn the_payment_and_its_idempotency_key_are_stored_before_the_provider_is_called(
    #[case] fault: Option<Fault>,
    #[case] stored: PaymentStatus,
) {
    let world = World::new();
    if let Some(fault) = fault {
        world.provider.fail_next(Call::Create, fault);
    }
    let (database, provider) = (world.database.clone(), world.provider.clone());
    world.provider.run_during(Call::Create, When::Before, move || {
        let written = database.tables().payments.clone();
        assert_eq!(written.len(), 1, "the payment is committed by now");
        assert_eq!((written[0].user_id, written[0].amount), (DRIVER, dollars(150)));
        assert_eq!(written[0].status, PaymentStatus::Creating);
        assert_eq!(provider.books().calls, [(Call::Create, written[0].idempotency_key.clone())]);
    });
    assert_eq!(world.start(TICKET).is_ok(), stored == PaymentStatus::Open);
    assert_eq!(world.statuses(), [stored]);
    assert_eq!(world.provider.count(Call::Create), 1);
}

#[test]
fn a_payment_that_cannot_be_stored_is_not_sent_to_the_provider() {
    let world = World::new();
    world.database.crash_at_next_commit();
    assert_eq!(outcome(&world.start(TICKET)), "StoreDown");
    assert!(world.provider.books().calls.is_empty() && world.statuses().is_empty());
}

/// After the provider's response, the payment, its item, its transaction and the audit entry are
/// stored in one transaction.
#[test]
fn a_settlement_is_one_database_transaction() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    world.database.crash_at_next_commit();
    assert_eq!(outcome(&world.confirm(&driver(), &started.intent_id)), "StoreDown");
    assert_eq!(world.statuses(), [PaymentStatus::Open], "the only commit failed, so nothing is stored");
    assert!(!world.is_paid(TICKET) && world.audited().is_empty());
    assert!(world.database.tables().transactions.is_empty());
    world.confirm(&driver(), &started.intent_id).unwrap();
    assert!(world.is_paid(TICKET));
}
