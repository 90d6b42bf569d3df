//! Refunds that staff make in the provider's dashboard, together with refunds that Lanewise makes.

use application::payments::refunds::by_staff;
use domain::payments::payment::PaymentStatus::{Refunded, Settled};
use domain::payments::payment::{PaymentStatus, TransactionStatus};
use domain::payments::refund::RefundReason::{self, AtProvider, PaidTwice};
use domain::payments::refund::RefundStatus as Ours;
use domain::shared::ids::{PaymentId, RefundId};
use domain::shared::money::Money;
use ports::payments::gateway::{ProviderRefund, RefundStatus};
use rstest::rstest;

use super::{amount_refunded, order, refund_of, refunds, transaction_status};
use crate::support::*;

/// Staff refund a payment in the provider's dashboard before Lanewise has requested the payment's refund.
#[rstest]
#[case::all_of_it(150, &[Ours::CalledOff, Ours::Succeeded])]
#[case::a_part(40, &[Ours::CalledOff, Ours::Succeeded, Ours::Succeeded])]
fn a_refund_made_in_the_dashboard_replaces_our_due_refund(#[case] theirs: i64, #[case] expected: &[Ours]) {
    let world = World::new();
    let started = world.pay_with_refund_due(TICKET);
    let dashboard_refund = refund_of(&started.intent_id, RefundStatus::Succeeded, dollars(theirs));
    world.provider.books().refunds.push(dashboard_refund.clone());
    world.reconcile();
    assert_eq!(
        refunds(&world),
        [Ours::Refused],
        "the money was already refunded, but Lanewise hasn't noticed yet"
    );
    world.deliver_refund_event("evt_1", dashboard_refund).unwrap();
    world.reconcile();
    assert_eq!((world.statuses(), refunds(&world)), (vec![Refunded], expected.to_vec()));
    assert_eq!((amount_refunded(&world), world.payment(1).refunded), (dollars(150), dollars(150)));
}

/// The refund that staff requested is larger than the amount that is left, so staff must decide again.
#[test]
fn a_partial_refund_that_exceeds_the_remaining_amount_is_withdrawn() {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    let dashboard_refund = refund_of(&started.intent_id, RefundStatus::Succeeded, dollars(100));
    world.provider.books().refunds.push(dashboard_refund.clone());
    let refund = by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(60, 150)).unwrap();
    assert_eq!(refund.status, Ours::Refused);
    world.deliver_refund_event("evt_1", dashboard_refund).unwrap();
    assert_eq!((world.statuses(), refunds(&world)), (vec![Settled], vec![Ours::CalledOff, Ours::Succeeded]));
    assert!(by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(50, 50)).is_ok());
}

/// Staff record a check for a refused refund, and then refund everything in the dashboard. A bank returns that refund.
#[test]
fn when_a_bank_returns_a_dashboard_refund_only_the_amount_not_paid_by_check_is_refunded() {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    world.provider.fail_next(Call::Refund, Fault::Refused);
    let refund = by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(60, 150)).unwrap();
    assert_eq!(refund.status, Ours::Refused);
    by_staff::mark_paid_otherwise(&world.deps, &admin(), refund.id, "Check 1001").unwrap();
    let made = refund_of(&started.intent_id, RefundStatus::Succeeded, dollars(150));
    world.provider.books().refunds.push(made.clone());
    world.deliver_refund_event("evt_1", made.clone()).unwrap();
    assert_eq!(world.statuses(), [Refunded]);
    world.provider.set_refund("re_1", RefundStatus::Failed);
    world.deliver_refund_event("evt_2", ProviderRefund { status: RefundStatus::Failed, ..made }).unwrap();
    world.reconcile();
    assert_eq!(refunds(&world), [Ours::PaidOtherwise, Ours::CalledOff, Ours::Succeeded]);
    assert_eq!(world.database.tables().refunds[2].amount, dollars(90));
    assert_eq!((world.statuses(), world.payment(1).refunded), (vec![Refunded], dollars(150)));
}

/// The event about a refund in the dashboard is late, so the provider refused to refund the whole payment.
#[rstest]
#[case::all_of_it(150, &[Ours::CalledOff, Ours::Succeeded], dollars(150))]
#[case::a_part(40, &[Ours::CalledOff, Ours::Succeeded, Ours::Due], dollars(40))]
fn a_refund_by_check_is_not_recorded_if_the_money_was_refunded_in_the_dashboard(
    #[case] theirs: i64,
    #[case] expected: &[Ours],
    #[case] known_refunded: Money,
) {
    let world = World::new();
    let started = world.pay_with_refund_due(TICKET);
    world.provider.books().refunds.push(refund_of(
        &started.intent_id,
        RefundStatus::Succeeded,
        dollars(theirs),
    ));
    world.reconcile();
    assert_eq!(refunds(&world), [Ours::Refused]);
    let by_check = by_staff::mark_paid_otherwise(&world.deps, &admin(), RefundId(1), "Check 1001");
    assert_eq!(outcome(&by_check), "ChangedMeanwhile");
    assert_eq!((refunds(&world), world.payment(1).refunded), (expected.to_vec(), known_refunded));
    world.reconcile();
    assert_eq!((world.statuses(), world.payment(1).refunded), (vec![Refunded], dollars(150)));
}

/// If the check were recorded, the driver would get the money twice as soon as the provider completes the refund.
#[test]
fn a_refund_by_check_is_not_recorded_while_a_dashboard_refund_of_the_money_is_pending() {
    let world = World::new();
    let started = world.pay_with_refund_due(TICKET);
    let dashboard_refund = refund_of(&started.intent_id, RefundStatus::Pending, dollars(150));
    world.provider.books().refunds.push(dashboard_refund);
    world.reconcile();
    assert_eq!(refunds(&world), [Ours::Refused]);
    let by_check = || by_staff::mark_paid_otherwise(&world.deps, &admin(), RefundId(1), "Check 1001");
    assert_eq!(outcome(&by_check()), "MoreThanLeft");
    assert_eq!(refunds(&world), [Ours::Refused, Ours::Pending]);
    world.provider.set_refund("re_1", RefundStatus::Failed);
    assert_eq!(by_check().unwrap().status, Ours::PaidOtherwise);
}

/// Staff refund a settled payment in the provider's dashboard.
#[rstest]
#[case(RefundStatus::Pending, 150, Settled, TransactionStatus::Completed, true)]
#[case(RefundStatus::Succeeded, 150, Refunded, TransactionStatus::Refunded, false)]
#[case(RefundStatus::Failed, 150, Settled, TransactionStatus::Completed, true)]
#[case::a_part(RefundStatus::Succeeded, 20, Settled, TransactionStatus::Completed, true)]
fn a_refund_made_at_the_provider_is_recorded_once(
    #[case] status: RefundStatus,
    #[case] amount: i64,
    #[case] expected: PaymentStatus,
    #[case] transaction: TransactionStatus,
    #[case] is_paid: bool,
) {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    let refund = refund_of(&started.intent_id, status, dollars(amount));
    for event in ["evt_1", "evt_2"] {
        world.deliver_refund_event(event, refund.clone()).unwrap();
    }
    assert_eq!((world.statuses(), transaction_status(&world)), (vec![expected], transaction));
    assert_eq!(world.is_paid(TICKET), is_paid, "an item whose payment was refunded is due again");
    let back = if status == RefundStatus::Succeeded { dollars(amount) } else { Money::ZERO };
    let tables = world.database.tables();
    assert_eq!((tables.payments[0].refunded, tables.transactions[0].refunded), (back, back));
    assert_eq!(tables.refunds.iter().map(|refund| refund.reason).collect::<Vec<_>>(), [AtProvider]);
}

#[rstest]
#[case::another_installation("another", 150)]
#[case::another_amount(INSTALLATION, 20)]
fn a_refunds_metadata_is_ignored_if_it_names_another_installation_or_a_refund_of_another_amount(
    #[case] installation: &str,
    #[case] amount: i64,
) {
    let world = World::new();
    let started = world.pay_with_refund_due(TICKET);
    let label = Some((installation.to_owned(), RefundId(1)));
    let theirs =
        ProviderRefund { label, ..refund_of(&started.intent_id, RefundStatus::Succeeded, dollars(amount)) };
    world.deliver_refund_event("evt_1", theirs).unwrap();
    let tables = world.database.tables();
    let reasons: Vec<RefundReason> = tables.refunds.iter().take(2).map(|refund| refund.reason).collect();
    assert_eq!(
        (reasons, tables.refunds[0].provider_refund_id.as_deref()),
        (vec![PaidTwice, AtProvider], None)
    );
}

/// The second refund is made in the provider's dashboard.
#[test]
fn money_refunded_at_the_provider_is_not_refunded_again() {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    world.provider.books().refunds_begin.push_back(RefundStatus::Failed);
    by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(150, 150)).unwrap();
    let theirs = refund_of(&started.intent_id, RefundStatus::Succeeded, dollars(150));
    world.deliver_refund_event("evt_1", ProviderRefund { id: "re_2".to_owned(), ..theirs }).unwrap();
    assert_eq!(
        refunds(&world),
        [Ours::CalledOff, Ours::Succeeded],
        "no refund is left for staff to decide about"
    );
    let again = by_staff::retry_refund(&world.deps, &admin(), RefundId(1));
    let by_cheque = by_staff::mark_paid_otherwise(&world.deps, &admin(), RefundId(1), "Cheque 1001");
    assert_eq!((again.unwrap().status, outcome(&by_cheque).as_str()), (Ours::CalledOff, "ChangedMeanwhile"));
}

/// A full refund that was started at the provider fails. Then a second refund there returns half of the money.
#[test]
fn a_failed_full_refund_is_withdrawn_after_another_refund_returned_a_part() {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    let all = refund_of(&started.intent_id, RefundStatus::Failed, dollars(150));
    world.deliver_refund_event("evt_1", all).unwrap();
    assert_eq!(refunds(&world), [Ours::Failed], "the full amount can still be refunded");
    let half = refund_of(&started.intent_id, RefundStatus::Succeeded, dollars(75));
    world.deliver_refund_event("evt_2", ProviderRefund { id: "re_2".to_owned(), ..half }).unwrap();
    assert_eq!((world.statuses(), refunds(&world)), (vec![Settled], vec![Ours::CalledOff, Ours::Succeeded]));
    assert!(world.is_paid(TICKET));
    assert!(
        by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(75, 75)).is_ok(),
        "staff can still refund the rest"
    );
}
