//! Refunds of payments that pay for nothing, and refunds by staff. The money is refunded only once, even if requests
//! are repeated and events arrive several times.

mod at_once;
mod dashboard;
mod with_chargebacks;

use application::Error;
use application::payments::reconciliation::reconcile::ReconcileSummary;
use application::payments::refunds::by_staff::{self, RefundOrder};
use chrono::TimeDelta;
use domain::payments::payment::PaymentStatus::{Open, RefundDue, Refunded, Settled};
use domain::payments::payment::TransactionStatus;
use domain::payments::refund::RefundReason::{ByStaff, PaidTwice};
use domain::payments::refund::RefundStatus as Ours;
use domain::security::audit::AuditAction;
use domain::shared::ids::{PaymentId, RefundId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::gateway::{ProviderRefund, RefundStatus};
use rstest::rstest;

use crate::support::*;

/// Time until a refused refund is requested again.
const AGAIN: TimeDelta = TimeDelta::hours(6);

/// Builds the provider's report of a refund that staff made in the provider's dashboard.
fn refund_of(intent_id: &str, status: RefundStatus, amount: Money) -> ProviderRefund {
    let intent_id = Some(intent_id.to_owned());
    ProviderRefund { id: "re_1".to_owned(), intent_id, status, amount, label: None, failure: None }
}

/// Returns the amount of the first intent that the provider has refunded.
fn amount_refunded(world: &World) -> Money {
    world.provider.books().refunded_amount("pi_1")
}

/// Returns the statuses of all refunds, oldest first.
fn refunds(world: &World) -> Vec<Ours> {
    world.database.tables().refunds.iter().map(|refund| refund.status).collect()
}

fn transaction_status(world: &World) -> TransactionStatus {
    world.database.tables().transactions[0].status
}

/// Builds an order to refund `amount` dollars of a payment. Before that, `remaining` dollars
/// can still be refunded.
fn order(amount: i64, remaining: i64) -> RefundOrder {
    let note = "We charged too much.".to_owned();
    RefundOrder { amount: dollars(amount), left: dollars(remaining), note, removes_item: false }
}

#[test]
fn a_payment_due_for_refund_is_refunded_at_the_next_reconciliation() {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    assert_eq!(world.reconcile(), ReconcileSummary { seen: 1, failed: 0 });
    assert_eq!((world.statuses(), refunds(&world)), (vec![Refunded], vec![Ours::Succeeded]));
    assert_eq!(world.audited(), [AuditAction::MarkedPaidByHand, AuditAction::PaymentRefunded]);
    let refund = world.database.tables().refunds[0].clone();
    assert_eq!((refund.provider_refund_id.as_deref(), refund.reason), (Some("re_1"), PaidTwice));
    assert_eq!(amount_refunded(&world), dollars(150));
    assert_eq!(world.reconcile(), ReconcileSummary::default());
}

#[rstest]
#[case(RefundStatus::Succeeded, Ours::Succeeded)]
#[case(RefundStatus::Pending, Ours::Pending)]
#[case(RefundStatus::Failed, Ours::Failed)]
fn a_refund_gets_the_status_that_the_provider_reports(
    #[case] first_status: RefundStatus,
    #[case] expected: Ours,
) {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    world.provider.books().refunds_begin.push_back(first_status);
    world.reconcile();
    assert_eq!(refunds(&world), [expected]);
}

#[test]
fn a_pending_refund_is_checked_until_it_succeeds() {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    world.provider.books().refunds_begin.push_back(RefundStatus::Pending);
    for _ in 0..3 {
        world.reconcile();
        assert_eq!(refunds(&world), [Ours::Pending]);
    }
    world.provider.set_refund("re_1", RefundStatus::Succeeded);
    world.reconcile();
    assert_eq!((world.statuses(), refunds(&world)), (vec![Refunded], vec![Ours::Succeeded]));
    assert_eq!(world.provider.count(Call::Refund), 1);
}

#[test]
fn a_refund_whose_response_was_lost_is_retried_as_the_same_refund() {
    let world = World::new();
    world.provider.stop_events();
    world.pay_with_refund_due(TICKET);
    for fault in [Fault::Lost, Fault::Unreached, Fault::Gibberish] {
        world.provider.fail_next(Call::Refund, fault);
        assert_eq!(world.reconcile(), ReconcileSummary { seen: 1, failed: 1 });
        assert_eq!(refunds(&world), [Ours::Due]);
    }
    world.advance(TimeDelta::minutes(1));
    world.reconcile();
    assert_eq!(refunds(&world), [Ours::Succeeded]);
    assert_eq!(world.provider.books().refunds.len(), 1);
}

/// The provider repeats a server error for the same key for a day. So the next run checks the provider's list
/// of refunds, and then uses a new key.
#[rstest]
#[case::it_made_no_refund(Fault::KeptError, 3)]
#[case::it_made_the_refund_anyway(Fault::SavedError, 2)]
#[case::the_provider_was_only_down(Fault::Down, 2)]
fn a_refund_is_retried_at_the_next_run_after_a_provider_error(#[case] fault: Fault, #[case] calls: usize) {
    let world = World::new();
    world.provider.stop_events();
    world.pay_with_refund_due(TICKET);
    world.provider.fail_next(Call::Refund, fault);
    assert_eq!(world.reconcile(), ReconcileSummary { seen: 1, failed: 1 });
    assert_eq!((refunds(&world), world.provider.count(Call::Refunds)), (vec![Ours::Due], 0));
    world.reconcile();
    assert_eq!((world.statuses(), refunds(&world)), (vec![Refunded], vec![Ours::Succeeded]));
    assert_eq!((amount_refunded(&world), world.provider.count(Call::Refund)), (dollars(150), calls));
    assert_eq!(world.provider.books().refunds.len(), 1);
}

/// The provider forgets idempotency keys after a day. After that, only the provider's list of
/// refunds shows whether the refund was made.
#[rstest]
#[case::it_was_made(Fault::Lost, 1)]
#[case::it_never_arrived(Fault::Unreached, 2)]
fn a_lost_response_never_refunds_twice_even_after_idempotency_keys_expire(
    #[case] fault: Fault,
    #[case] calls: usize,
) {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    world.provider.fail_next(Call::Refund, fault);
    world.reconcile();
    world.provider.books().forget_refund_keys();
    world.advance(TimeDelta::hours(30));
    world.reconcile();
    assert_eq!(refunds(&world), [Ours::Succeeded]);
    assert_eq!((amount_refunded(&world), world.provider.count(Call::Refund)), (dollars(150), calls));
    assert_eq!(world.provider.books().refunds.len(), 1);
}

/// The provider refuses the refund, for example because our balance is too low. The provider repeats the
/// refusal for the same key for a day.
#[test]
fn a_refused_refund_is_retried_hours_later_with_a_new_idempotency_key() {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    world.provider.fail_next(Call::Refund, Fault::Refused);
    world.reconcile();
    assert_eq!((world.statuses(), refunds(&world)), (vec![RefundDue], vec![Ours::Refused]));
    assert_eq!(world.database.tables().refunds[0].provider_words.as_deref(), Some("It says no."));
    assert_eq!(world.audited().last(), Some(&AuditAction::RefundFailed));
    assert_eq!(
        world.reconcile(),
        ReconcileSummary::default(),
        "a refused refund is not retried every minute"
    );
    world.advance(AGAIN + TimeDelta::seconds(1));
    world.reconcile();
    assert_eq!((world.statuses(), refunds(&world)), (vec![Refunded], vec![Ours::Succeeded]));
    let keys: Vec<_> =
        world.provider.books().calls.iter().filter(|(call, _)| *call == Call::Refund).cloned().collect();
    assert!(keys.len() == 2 && keys[0] != keys[1], "{keys:?}");
}

/// A bank returned the refund. Staff refund the money another way, and record that.
#[rstest]
#[case::immediately(RefundStatus::Failed)]
#[case::later(RefundStatus::Pending)]
fn a_refund_that_a_bank_returned_waits_for_staff_instead_of_being_retried(
    #[case] first_status: RefundStatus,
) {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    world.provider.books().refunds_begin.push_back(first_status);
    world.reconcile();
    world.provider.set_refund("re_1", RefundStatus::Failed);
    for _ in 0..3 {
        world.reconcile();
        world.advance(AGAIN * 2);
    }
    assert_eq!((world.statuses(), refunds(&world)), (vec![RefundDue], vec![Ours::Failed]));
    assert_eq!(world.provider.books().refunds.len(), 1);
    let by_cheque = || by_staff::mark_paid_otherwise(&world.deps, &admin(), RefundId(1), "Cheque 1001");
    assert_eq!(by_cheque().unwrap().status, Ours::PaidOtherwise);
    assert_eq!((world.statuses(), world.payment(1).refunded), (vec![Refunded], dollars(150)));
    assert_eq!(outcome(&by_cheque()), "ChangedMeanwhile");
    assert!(world.audited().contains(&AuditAction::RefundPaidOtherwise));
}

/// The webhook about the returned refund was lost.
#[test]
fn a_refund_that_a_bank_returns_days_later_is_noticed_without_an_event() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(150, 150)).unwrap();
    assert!(world.audited().contains(&AuditAction::RefundRequested));
    assert_eq!((world.statuses(), world.is_paid(TICKET)), (vec![Refunded], false));
    world.provider.set_refund("re_1", RefundStatus::Failed);
    world.advance(TimeDelta::hours(25));
    world.reconcile();
    assert_eq!((world.statuses(), refunds(&world)), (vec![Settled], vec![Ours::Failed]));
    assert!(world.is_paid(TICKET), "we hold the money again");
    assert_eq!(
        (transaction_status(&world), world.payment(1).refunded),
        (TransactionStatus::Completed, Money::ZERO)
    );
}

#[test]
fn money_of_a_failed_refund_does_not_pay_an_item_that_the_driver_has_paid_again() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(150, 150)).unwrap();
    world.pay_and_settle(TICKET);
    world.provider.set_refund("re_1", RefundStatus::Failed);
    world.advance(TimeDelta::hours(25));
    world.reconcile();
    assert_eq!(world.statuses(), [RefundDue, Settled]);
    by_staff::mark_paid_otherwise(&world.deps, &admin(), RefundId(1), "Cheque 1001").unwrap();
    assert_eq!(world.statuses(), [Refunded, Settled]);
    assert!(world.is_paid(TICKET), "the second payment paid it");
}

/// $20 of $75 was refunded at the provider. Then the hire is canceled, and the
/// other $55 is refunded.
#[test]
fn canceling_a_hire_refunds_the_rest_of_a_partly_refunded_payment() {
    let world = World::new();
    let started = world.pay_and_settle(LAWYER);
    world.provider.books().refunds.push(refund_of(&started.intent_id, RefundStatus::Succeeded, dollars(20)));
    let part = world.provider.books().refunds[0].clone();
    world.deliver_refund_event("evt_1", part).unwrap();
    application::legal_help::cancel_hire::cancel_hire(&world.deps, &driver(), domain::shared::ids::HireId(1))
        .unwrap();
    assert_eq!((world.statuses(), world.payment(1).refunded), (vec![Refunded], dollars(75)));
    assert_eq!(amount_refunded(&world), dollars(75));
}

#[test]
fn events_about_a_pending_and_then_succeeded_refund_record_one_refund() {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    for (event, status) in [
        ("evt_1", RefundStatus::Pending),
        ("evt_2", RefundStatus::Succeeded),
        ("evt_3", RefundStatus::Succeeded),
        ("evt_4", RefundStatus::Pending),
    ] {
        world.deliver_refund_event(event, refund_of(&started.intent_id, status, dollars(150))).unwrap();
    }
    assert_eq!((world.statuses(), refunds(&world)), (vec![Refunded], vec![Ours::Succeeded]));
    assert_eq!(world.audited(), [AuditAction::PaymentSettled, AuditAction::PaymentRefunded]);
}

#[rstest]
#[case::unknown_intent(Some("pi_99"))]
#[case::no_intent(None)]
fn a_refund_of_an_unknown_intent_changes_nothing(#[case] intent_id: Option<&str>) {
    let world = World::new();
    world.pay_and_settle(TICKET);
    let mut refund = refund_of("pi_1", RefundStatus::Succeeded, dollars(150));
    refund.intent_id = intent_id.map(str::to_owned);
    world.deliver_refund_event("evt_1", refund).unwrap();
    assert_eq!((world.statuses(), refunds(&world)), (vec![Settled], vec![]));
}

#[test]
fn a_refund_event_for_an_unpaid_payment_changes_nothing() {
    let world = World::new();
    let started = world.started(TICKET);
    let refund = refund_of(&started.intent_id, RefundStatus::Succeeded, dollars(150));
    world.deliver_refund_event("evt_1", refund).unwrap();
    assert_eq!((world.statuses(), refunds(&world)), (vec![Open], vec![]));
}

/// The event arrives while the call that requests the refund waits for its response.
#[test]
fn an_event_received_during_the_refund_request_records_no_second_refund() {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    let racing = world.clone();
    world.provider.run_during(Call::Refund, When::After, move || {
        let refund = racing.provider.books().refunds[0].clone();
        racing.deliver_refund_event("evt_refunded", refund).unwrap();
    });
    assert_eq!(world.reconcile(), ReconcileSummary { seen: 1, failed: 0 });
    assert_eq!((world.statuses(), refunds(&world)), (vec![Refunded], vec![Ours::Succeeded]));
    assert_eq!(world.audited(), [AuditAction::MarkedPaidByHand, AuditAction::PaymentRefunded]);
}

#[test]
fn a_hire_whose_payment_was_refunded_is_canceled() {
    let world = World::new();
    let started = world.pay_and_settle(LAWYER);
    world
        .deliver_refund_event("evt_1", refund_of(&started.intent_id, RefundStatus::Succeeded, dollars(75)))
        .unwrap();
    assert_eq!(world.statuses(), [Refunded]);
    let hire = world.database.tables().hires[0].clone();
    assert_eq!(hire.status, domain::legal_help::hire::HireStatus::Cancelled);
}

#[test]
fn staff_can_refund_a_part_and_then_the_rest() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    let refund = |order: &RefundOrder| by_staff::order_refund(&world.deps, &admin(), PaymentId(1), order);
    let part = refund(&order(20, 150)).unwrap();
    assert_eq!((part.status, part.reason, part.requested_by), (Ours::Succeeded, ByStaff, Some(ADMIN)));
    assert_eq!((world.statuses(), world.is_paid(TICKET)), (vec![Settled], true));
    assert_eq!(
        outcome(&refund(&order(20, 150))),
        "ChangedMeanwhile",
        "the amount left has changed since the page was opened"
    );
    assert_eq!(outcome(&refund(&order(131, 130))), "MoreThanLeft");
    let nothing = refund(&order(0, 130)).unwrap_err();
    assert_eq!(nothing.to_string(), "You can refund from $0.01 to $130.00 of this payment.");
    assert_eq!(Error::MoreThanLeft(Money::ZERO).to_string(), "Nothing is left to refund of this payment.");
    refund(&order(130, 130)).unwrap();
    assert_eq!((world.statuses(), world.is_paid(TICKET)), (vec![Refunded], false));
    assert_eq!(amount_refunded(&world), dollars(150));
    let refunds =
        world.transact(|store| by_staff::refunds_of_payment(store, &admin(), PaymentId(1))).unwrap();
    assert_eq!((refunds.left, refunds.refunds.len()), (Money::ZERO, 2));
    assert_eq!(
        outcome(&by_staff::order_refund(&world.deps, &driver(), PaymentId(1), &order(1, 0))),
        "Forbidden"
    );
    assert_eq!(
        outcome(&by_staff::order_refund(&world.deps, &admin(), PaymentId(9), &order(1, 1))),
        "NotFound"
    );
}

#[rstest]
#[case::ticket(TICKET)]
#[case::parking(PARKING)]
#[case::toll(TOLL)]
fn staff_can_remove_the_item_with_a_full_refund(#[case] item: Payable) {
    let world = World::new();
    world.pay_and_settle(item);
    let state_before =
        world.transact(|store| by_staff::refunds_of_payment(store, &admin(), PaymentId(1))).unwrap().left;
    let part =
        RefundOrder { removes_item: true, amount: Money::from_cents(1), left: state_before, ..order(1, 1) };
    assert_eq!(outcome(&by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &part)), "Fields");
    let removing =
        RefundOrder { removes_item: true, amount: state_before, left: state_before, ..order(1, 1) };
    by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &removing).unwrap();
    assert_eq!(world.statuses(), [Refunded]);
    assert!(world.transact(|store| Ok(store.lock_item(item)?)).unwrap().is_none());
    assert!(world.audited().contains(&AuditAction::ItemRemoved));
}

#[test]
fn a_refund_is_recorded_as_due_if_the_provider_is_down() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.provider.fail_next(Call::Refund, Fault::Down);
    let refund = by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(150, 150)).unwrap();
    assert_eq!(refund.status, Ours::Due);
    world.reconcile();
    assert_eq!((world.statuses(), world.provider.books().refunds.len()), (vec![Refunded], 1));
}

/// Staff send a check while the job reads the provider's list. The money must not be refunded to the card too.
#[test]
fn a_refund_that_staff_pay_another_way_during_the_run_is_not_sent_to_the_provider() {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    world.provider.fail_next(Call::Refund, Fault::Refused);
    world.reconcile();
    world.advance(AGAIN + TimeDelta::seconds(1));
    let racing = world.clone();
    world.provider.run_during(Call::Refunds, When::After, move || {
        by_staff::mark_paid_otherwise(&racing.deps, &admin(), RefundId(1), "Cheque 1001").unwrap();
    });
    world.reconcile();
    assert_eq!((world.statuses(), refunds(&world)), (vec![Refunded], vec![Ours::PaidOtherwise]));
    assert_eq!(amount_refunded(&world), Money::ZERO);
}

/// The whole payment must be refunded. A bank returns the refund, and then staff refund a part.
#[test]
fn after_a_partial_refund_by_staff_the_rest_of_a_due_refund_is_refunded() {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    world.provider.books().refunds_begin.push_back(RefundStatus::Failed);
    world.reconcile();
    assert_eq!(refunds(&world), [Ours::Failed]);
    by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(50, 150)).unwrap();
    world.reconcile();
    assert_eq!(world.statuses(), [Refunded]);
    assert_eq!(amount_refunded(&world), dollars(150));
}

#[test]
fn a_failed_refund_is_withdrawn_after_another_refund_returned_the_money() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.provider.books().refunds_begin.push_back(RefundStatus::Failed);
    let refund = || by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(150, 150));
    assert_eq!(refund().unwrap().status, Ours::Failed);
    assert_eq!(refund().unwrap().status, Ours::Succeeded);
    assert_eq!(refunds(&world), [Ours::CalledOff, Ours::Succeeded]);
    let by_cheque = by_staff::mark_paid_otherwise(&world.deps, &admin(), RefundId(1), "Cheque 1001");
    assert_eq!(outcome(&by_cheque), "ChangedMeanwhile");
    assert_eq!(amount_refunded(&world), dollars(150));
}
