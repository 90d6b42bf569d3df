//! Marking items as paid with `PATCH {isPaid}`. A driver needs a succeeded payment for that. Staff don't need one,
//! and their change gets an audit entry.

use application::payments::mark_paid::mark_paid;
use domain::payments::payment::PaymentStatus;
use domain::security::audit::AuditAction;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use ports::payments::gateway::IntentStatus;
use rstest::rstest;

use crate::support::*;

#[rstest]
#[case(TICKET)]
#[case(PARKING)]
#[case(TOLL)]
fn a_driver_without_a_payment_cannot_mark_an_item_paid(#[case] payable: Payable) {
    let world = World::new();
    assert_eq!(outcome(&mark_paid(&world.deps, &driver(), payable)), "NotPaid");
    assert!(!world.is_paid(payable));
    assert!(world.audited().is_empty());
}

#[rstest]
#[case(IntentStatus::Open, "NotPaid")]
#[case(IntentStatus::Processing, "PaymentProcessing")]
#[case(IntentStatus::Cancelled, "NotPaid")]
#[case(IntentStatus::Succeeded, "Ok")]
fn a_driver_can_mark_an_item_paid_only_if_the_providers_intent_succeeded(
    #[case] status: IntentStatus,
    #[case] expected: &str,
) {
    let world = World::new();
    let started = world.started(TICKET);
    world.provider.set_status(&started.intent_id, status);
    assert_eq!(outcome(&mark_paid(&world.deps, &driver(), TICKET)), expected);
    assert_eq!(world.is_paid(TICKET), status == IntentStatus::Succeeded);
}

#[test]
fn marking_an_item_paid_settles_its_succeeded_payment_once() {
    let world = World::new();
    world.pay_without_event(TICKET);
    for _ in 0..3 {
        mark_paid(&world.deps, &driver(), TICKET).unwrap();
    }
    assert_eq!(world.statuses(), [PaymentStatus::Settled]);
    assert_eq!(world.database.tables().transactions.len(), 1);
    assert_eq!(world.audited(), [AuditAction::PaymentSettled]);
}

#[test]
fn a_payment_whose_create_response_was_lost_does_not_pay_the_item() {
    let world = World::new();
    world.start_with_timeout(TICKET, Fault::Lost);
    assert_eq!(outcome(&mark_paid(&world.deps, &driver(), TICKET)), "NotPaid");
}

#[test]
fn a_payment_for_the_lawyer_does_not_pay_the_ticket() {
    let world = World::new();
    world.pay_without_event(LAWYER);
    assert_eq!(outcome(&mark_paid(&world.deps, &driver(), TICKET)), "NotPaid");
}

#[rstest]
#[case::another_drivers(OTHER, TICKET)]
#[case::no_such(DRIVER, NO_SUCH_TICKET)]
#[case::no_such_for_staff(ADMIN, NO_SUCH_TICKET)]
fn marking_another_drivers_or_an_unknown_item_paid_returns_not_found(
    #[case] caller: UserId,
    #[case] payable: Payable,
) {
    let world = World::new();
    world.pay_without_event(TICKET);
    assert_eq!(outcome(&mark_paid(&world.deps, &actor(caller), payable)), "NotFound");
    assert!(!world.is_paid(TICKET));
}

#[rstest]
#[case(TICKET, "ticket")]
#[case(PARKING, "parking")]
#[case(TOLL, "toll")]
fn staff_mark_an_item_paid_by_hand_and_the_audit_trail_records_it_once(
    #[case] payable: Payable,
    #[case] kind: &str,
) {
    let world = World::new();
    for _ in 0..2 {
        mark_paid(&world.deps, &admin(), payable).unwrap();
    }
    assert!(world.is_paid(payable));
    let tables = world.database.tables();
    assert_eq!(tables.audit.len(), 1, "repeating the call changes nothing");
    let entry = &tables.audit[0];
    assert_eq!(entry.actor, Some(ADMIN));
    assert_eq!(entry.action, AuditAction::MarkedPaidByHand);
    assert_eq!((entry.subject_kind.as_str(), entry.subject_id), (kind, 1));
    assert_eq!(entry.before, [("is_paid", "false".to_owned())]);
    assert_eq!(entry.after, [("is_paid", "true".to_owned()), ("user_id", "2".to_owned())]);
    assert_eq!(entry.address.as_deref(), Some("203.0.113.7"));
    assert!(tables.transactions.is_empty());
}

#[test]
fn marking_a_paid_item_paid_again_changes_nothing() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    let paid_at = world.database.tables().tickets[0].paid_at;
    world.advance(chrono::TimeDelta::hours(1));
    mark_paid(&world.deps, &driver(), TICKET).unwrap();
    mark_paid(&world.deps, &admin(), TICKET).unwrap();
    assert_eq!(world.database.tables().tickets[0].paid_at, paid_at);
    assert_eq!(world.audited(), [AuditAction::PaymentSettled]);
}

#[test]
fn a_payment_for_an_item_that_staff_just_marked_paid_is_refunded() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    let (racing, id) = (world.clone(), started.intent_id);
    world.provider.run_during(Call::Intent, When::Before, move || {
        mark_paid(&racing.deps, &admin(), TICKET).unwrap();
        racing.deliver_event("evt_1", &id).unwrap();
    });
    assert_eq!(outcome(&mark_paid(&world.deps, &driver(), TICKET)), "MoneyGoesBack");
    assert_eq!(world.statuses(), [PaymentStatus::Refunded]);
}
