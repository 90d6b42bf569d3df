//! Lists of hires and transactions, contact details, and canceling a hire.

use application::legal_help::cancel_hire::cancel_hire;
use application::legal_help::hires::{Contact, set_contact};
use application::shared::lists::list;
use domain::legal_help::hire::{ContactMethod, HireStatus};
use domain::payments::payment::PaymentStatus;
use domain::payments::refund::RefundProgress;
use domain::security::audit::AuditAction;
use domain::shared::ids::{HireId, UserId};
use ports::legal_help::lists::HireQuery;
use ports::payments::gateway::RefundStatus;
use ports::payments::lists::TransactionQuery;
use ports::shared::paging::Page;
use rstest::rstest;

use crate::support::*;

const PAGE: Page = Page { limit: 50, offset: 0 };

#[rstest]
#[case(DRIVER, 2)]
#[case(OTHER, 1)]
#[case(ADMIN, 3)]
fn drivers_list_their_own_hires_and_staff_list_all_hires(#[case] caller: UserId, #[case] total: i64) {
    let world = World::new();
    world.database.tables().hires = vec![hire(1, DRIVER), hire(2, OTHER), hire(3, DRIVER)];
    let listed = world.transact(|store| list(store, &actor(caller), HireQuery::all(PAGE))).unwrap();
    assert_eq!(listed.total, total);
    assert!(listed.items.iter().all(|hire| caller == ADMIN || hire.user_id == caller));
}

#[rstest]
#[case(DRIVER, 1)]
#[case(OTHER, 0)]
#[case(ADMIN, 1)]
fn drivers_list_their_own_transactions_and_staff_list_all_transactions(
    #[case] caller: UserId,
    #[case] total: i64,
) {
    let world = World::new();
    world.pay_and_settle(TICKET);
    assert_eq!(
        world.transact(|store| list(store, &actor(caller), TransactionQuery::all(PAGE))).unwrap().total,
        total
    );
}

#[rstest]
#[case::the_owner(DRIVER, 1, "Ok")]
#[case::staff(ADMIN, 1, "Ok")]
#[case::another_driver(OTHER, 1, "NotFound")]
#[case::no_such_hire(DRIVER, 9, "NotFound")]
fn only_the_driver_or_staff_can_set_a_hires_contact(
    #[case] caller: UserId,
    #[case] id: i32,
    #[case] expected: &str,
) {
    let world = World::new();
    world.database.tables().hires.push(hire(1, DRIVER));
    let contact = Contact { method: ContactMethod::Phone, value: "5551234567".to_owned() };
    let result = set_contact(&world.deps, &actor(caller), HireId(id), &contact);
    assert_eq!(outcome(&result), expected);
    let is_audited = caller == ADMIN && expected == "Ok";
    assert_eq!(world.audited(), if is_audited { vec![AuditAction::HireChanged] } else { vec![] });
    assert!(!format!("{:?}", world.database.tables().audit).contains(&contact.value));
    let stored = world.database.tables().hires[0].contact_value.clone();
    assert_eq!(stored, (expected == "Ok").then_some(contact.value));
}

#[rstest]
#[case::the_owner(DRIVER, 0, "Ok")]
#[case::staff(ADMIN, 0, "Ok")]
#[case::another_driver(OTHER, 0, "NotFound")]
#[case::too_late(DRIVER, 8, "CancellationWindowClosed")]
fn a_hire_can_be_canceled_by_its_driver_or_staff_within_the_cancellation_period(
    #[case] caller: UserId,
    #[case] days: i64,
    #[case] expected: &str,
) {
    let world = World::new();
    let started = world.pay_without_event(LAWYER);
    let hired = application::payments::confirm_payment::confirm_hire_payment(
        &world.deps,
        &driver(),
        Some(&started.intent_id),
    )
    .unwrap();
    world.advance(chrono::TimeDelta::days(days));
    let first = cancel_hire(&world.deps, &actor(caller), hired.id);
    assert_eq!(outcome(&first), expected);
    assert_eq!(
        outcome(&cancel_hire(&world.deps, &actor(caller), hired.id)),
        expected,
        "repeating the call has the same outcome"
    );
    let (status, payment) = if expected == "Ok" {
        (HireStatus::Cancelled, PaymentStatus::Refunded)
    } else {
        (HireStatus::Pending, PaymentStatus::Settled)
    };
    assert_eq!(world.database.tables().hires[0].status, status);
    assert_eq!(world.statuses(), [payment]);
}

#[test]
fn a_canceled_hires_refund_is_retried_if_the_provider_was_down() {
    let world = World::new();
    let started = world.pay_without_event(LAWYER);
    let hired = application::payments::confirm_payment::confirm_hire_payment(
        &world.deps,
        &driver(),
        Some(&started.intent_id),
    )
    .unwrap();
    world.provider.fail_next(Call::Refund, Fault::Down);
    assert_eq!(cancel_hire(&world.deps, &driver(), hired.id).unwrap().status, HireStatus::Cancelled);
    assert_eq!(world.statuses(), [PaymentStatus::Settled]);
    world.reconcile();
    assert_eq!(world.statuses(), [PaymentStatus::Refunded]);
}

#[rstest]
#[case::immediately(RefundStatus::Succeeded, RefundProgress::Refunded)]
#[case::in_days(RefundStatus::Pending, RefundProgress::Pending)]
#[case::failed(RefundStatus::Failed, RefundProgress::Failed)]
fn canceling_a_hire_returns_the_refunds_progress(
    #[case] first_status: RefundStatus,
    #[case] expected: RefundProgress,
) {
    let world = World::new();
    let started = world.pay_without_event(LAWYER);
    let hired = application::payments::confirm_payment::confirm_hire_payment(
        &world.deps,
        &driver(),
        Some(&started.intent_id),
    )
    .unwrap();
    assert_eq!(hired.refund, None);
    world.provider.books().refunds_begin.push_back(first_status);
    let cancelled = cancel_hire(&world.deps, &driver(), hired.id).unwrap();
    assert_eq!((cancelled.status, cancelled.refund), (HireStatus::Cancelled, Some(expected)));
}
