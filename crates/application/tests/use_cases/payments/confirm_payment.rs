//! Requests of the confirmation page.

use application::Error;
use application::payments::confirm_payment::{confirm_hire_payment, confirm_item_payment};
use domain::payments::payment::PaymentStatus;
use domain::payments::refund::RefundReason;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use ports::payments::gateway::IntentStatus;
use rstest::rstest;

use crate::support::*;

#[test]
fn the_confirmation_page_settles_a_payment_whose_webhook_was_lost() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    let record = world.confirm(&driver(), &started.intent_id).unwrap();
    assert_eq!(record.amount, dollars(150));
    assert!(world.is_paid(TICKET));
}

#[test]
fn confirming_a_payment_again_returns_the_same_record() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    let first = world.confirm(&driver(), &started.intent_id).unwrap();
    for _ in 0..3 {
        assert_eq!(world.confirm(&driver(), &started.intent_id).unwrap(), first);
    }
    assert_eq!(
        world.provider.count(Call::Intent),
        1,
        "a settled payment is not read from the provider again"
    );
}

#[rstest]
#[case::before(true)]
#[case::after(false)]
fn the_webhook_and_the_confirmation_page_record_one_transaction(#[case] webhook_first: bool) {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    if webhook_first {
        world.deliver_event("evt_1", &started.intent_id).unwrap();
    }
    let record = world.confirm(&driver(), &started.intent_id).unwrap();
    world.deliver_event("evt_2", &started.intent_id).unwrap();
    assert_eq!(world.confirm(&driver(), &started.intent_id).unwrap(), record);
    assert_eq!(world.database.tables().transactions.len(), 1);
}

/// The webhook arrives while the confirmation page's request waits for the provider.
#[rstest]
#[case(When::Before)]
#[case(When::After)]
fn a_webhook_during_the_confirmation_request_settles_the_payment_once(#[case] when: When) {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    let (racing, id) = (world.clone(), started.intent_id.clone());
    world.provider.run_during(Call::Intent, when, move || racing.deliver_event("evt_1", &id).unwrap());
    world.confirm(&driver(), &started.intent_id).unwrap();
    assert_eq!(world.database.tables().transactions.len(), 1);
    assert_eq!(world.statuses(), [PaymentStatus::Settled]);
}

/// The error is the same for an unknown intent, another driver's intent, and a request without an
/// intent. Lanewise doesn't call the provider.
#[rstest]
#[case::unknown(DRIVER, Some("pi_99"))]
#[case::empty(DRIVER, Some(""))]
#[case::none(DRIVER, None)]
#[case::another_drivers(OTHER, Some("pi_1"))]
fn confirming_an_unknown_intent_or_an_intent_of_another_driver_returns_not_paid(
    #[case] caller: UserId,
    #[case] intent_id: Option<&str>,
) {
    let world = World::new();
    world.pay_without_event(TICKET);
    assert_eq!(outcome(&confirm_item_payment(&world.deps, &actor(caller), intent_id)), "NotPaid");
    assert_eq!(outcome(&confirm_hire_payment(&world.deps, &actor(caller), intent_id)), "NotPaid");
    assert_eq!(world.provider.count(Call::Intent), 0);
    assert!(!world.is_paid(TICKET));
}

#[test]
fn another_drivers_settled_payment_is_reported_as_not_paid() {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    assert_eq!(outcome(&world.confirm(&other_driver(), &started.intent_id)), "NotPaid");
}

#[test]
fn staff_can_confirm_a_drivers_payment() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    assert_eq!(world.confirm(&admin(), &started.intent_id).unwrap().user_id, DRIVER);
}

#[rstest]
#[case(IntentStatus::Open, "NotPaid")]
#[case(IntentStatus::Processing, "PaymentProcessing")]
#[case(IntentStatus::Cancelled, "NotPaid")]
fn an_intent_that_has_not_succeeded_is_not_settled_by_the_confirmation_page(
    #[case] status: IntentStatus,
    #[case] expected: &str,
) {
    let world = World::new();
    let started = world.started(TICKET);
    world.provider.set_status(&started.intent_id, status);
    assert_eq!(outcome(&world.confirm(&driver(), &started.intent_id)), expected);
    assert!(!world.is_paid(TICKET));
}

#[test]
fn confirming_a_lawyers_payment_returns_its_hire() {
    let world = World::new();
    let started = world.pay_without_event(LAWYER);
    let first = confirm_hire_payment(&world.deps, &driver(), Some(&started.intent_id)).unwrap();
    assert_eq!(first.amount, dollars(75));
    assert_eq!(confirm_hire_payment(&world.deps, &driver(), Some(&started.intent_id)).unwrap(), first);
}

#[rstest]
#[case(TICKET)]
#[case(LAWYER)]
fn confirming_an_items_payment_as_a_hire_or_a_hires_payment_as_an_item_returns_not_paid(
    #[case] payable: Payable,
) {
    let world = World::new();
    let intent_id = world.pay_and_settle(payable).intent_id;
    let as_transaction = confirm_item_payment(&world.deps, &driver(), Some(&intent_id));
    let as_hire = confirm_hire_payment(&world.deps, &driver(), Some(&intent_id));
    let expected = if payable == TICKET { ("Ok", "NotPaid") } else { ("NotPaid", "Ok") };
    assert_eq!((outcome(&as_transaction).as_str(), outcome(&as_hire).as_str()), expected);
}

#[rstest]
#[case(TICKET)]
#[case(LAWYER)]
fn a_driver_who_paid_twice_sees_that_the_money_is_refunded(#[case] payable: Payable) {
    let world = World::new();
    let started = world.pay_without_event(payable);
    application::payments::mark_paid::mark_paid(&world.deps, &admin(), TICKET).unwrap();
    for _ in 0..2 {
        let answer = match payable {
            LAWYER => confirm_hire_payment(&world.deps, &driver(), Some(&started.intent_id)).map(drop),
            _ => world.confirm(&driver(), &started.intent_id).map(drop),
        };
        assert!(matches!(answer, Err(Error::MoneyGoesBack(RefundReason::PaidTwice))));
    }
    world.reconcile();
    assert_eq!(world.statuses(), [PaymentStatus::Refunded]);
}

#[rstest]
#[case(Fault::Lost, "GatewayDown")]
#[case(Fault::Down, "GatewayDown")]
#[case(Fault::Gibberish, "Defect")]
fn confirming_can_be_retried_after_a_provider_failure(#[case] fault: Fault, #[case] expected: &str) {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    world.provider.fail_next(Call::Intent, fault);
    assert_eq!(outcome(&world.confirm(&driver(), &started.intent_id)), expected);
    world.confirm(&driver(), &started.intent_id).unwrap();
}
