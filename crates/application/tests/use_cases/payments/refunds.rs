//! Money that must go back goes back once, however often it is asked for and whatever is heard of it.

use application::payments::reconcile::Summary;
use chrono::TimeDelta;
use domain::payments::payment::PaymentStatus::{Open, RefundDue, RefundPending, Refunded, Settled};
use domain::payments::payment::{PaymentStatus, TransactionStatus};
use domain::security::audit::AuditAction;
use domain::shared::money::Money;
use ports::payments::gateway::{Refund, RefundStatus};
use rstest::rstest;

use crate::support::*;

/// After which a failed refund is asked for again.
const AGAIN: TimeDelta = TimeDelta::hours(6);

fn refund_of(intent_id: &str, status: RefundStatus, amount: Money) -> Refund {
    Refund { id: "re_1".to_owned(), intent_id: Some(intent_id.to_owned()), status, amount }
}

/// The one refund that the provider has not failed with.
fn given_back(world: &World) -> Money {
    let books = world.provider.books();
    let kept = books.refunds.iter().filter(|refund| refund.status != RefundStatus::Failed);
    Money::from_cents(kept.map(|refund| refund.amount.cents()).sum())
}

#[test]
fn superfluous_money_goes_back_at_the_next_run() {
    let world = World::new();
    world.refund_due(TICKET);
    assert_eq!(world.reconcile(), Summary { seen: 1, failed: 0 });
    assert_eq!(world.statuses(), [Refunded]);
    assert_eq!(world.audited(), [AuditAction::MarkedPaidByHand, AuditAction::PaymentRefunded]);
    assert_eq!(world.payment(1).provider_refund_id.as_deref(), Some("re_1"));
    assert_eq!(given_back(&world), dollars(150));
    assert_eq!(world.reconcile(), Summary::default());
}

#[rstest]
#[case(RefundStatus::Succeeded, Refunded)]
#[case(RefundStatus::Pending, RefundPending)]
#[case(RefundStatus::Failed, RefundDue)]
fn the_refund_stands_where_the_provider_says(#[case] begins: RefundStatus, #[case] expected: PaymentStatus) {
    let world = World::new();
    world.refund_due(TICKET);
    world.provider.books().refunds_begin.push_back(begins);
    world.reconcile();
    assert_eq!(world.statuses(), [expected]);
}

#[test]
fn a_pending_refund_is_followed_to_its_end() {
    let world = World::new();
    world.refund_due(TICKET);
    world.provider.books().refunds_begin.push_back(RefundStatus::Pending);
    for _ in 0..3 {
        world.reconcile();
        assert_eq!(world.statuses(), [RefundPending]);
    }
    world.provider.set_refund("re_1", RefundStatus::Succeeded);
    world.reconcile();
    assert_eq!(world.statuses(), [Refunded]);
    assert_eq!(world.provider.count(Call::Refund), 1);
}

#[test]
fn a_lost_answer_asks_for_the_same_refund_again() {
    let world = World::new();
    world.refund_due(TICKET);
    for fault in [Fault::Lost, Fault::Unreached, Fault::Down, Fault::Gibberish] {
        world.provider.fail_next(Call::Refund, fault);
        assert_eq!(world.reconcile(), Summary { seen: 1, failed: 1 });
        assert_eq!(world.statuses(), [RefundDue]);
    }
    world.reconcile();
    assert_eq!(world.statuses(), [Refunded]);
    assert_eq!(world.provider.books().refunds.len(), 1);
}

/// The same key would only bring the failed refund back.
#[rstest]
#[case::at_once(RefundStatus::Failed)]
#[case::later(RefundStatus::Pending)]
fn a_failed_refund_is_asked_for_anew(#[case] begins: RefundStatus) {
    let world = World::new();
    world.refund_due(TICKET);
    world.provider.books().refunds_begin.push_back(begins);
    world.reconcile();
    world.provider.set_refund("re_1", RefundStatus::Failed);
    world.reconcile();
    assert_eq!(world.statuses(), [RefundDue], "not every minute: nothing has changed by then");
    assert_eq!(world.provider.books().refunds.len(), 1);
    world.advance(AGAIN);
    world.reconcile();
    assert_eq!(world.statuses(), [Refunded]);
    assert_eq!(world.payment(1).provider_refund_id.as_deref(), Some("re_2"));
    assert_eq!(given_back(&world), dollars(150));
}

#[test]
fn a_lost_answer_after_a_failed_refund_is_still_one_refund() {
    let world = World::new();
    world.refund_due(TICKET);
    world.provider.books().refunds_begin.push_back(RefundStatus::Failed);
    world.reconcile();
    world.provider.fail_next(Call::Refund, Fault::Lost);
    for _ in 0..2 {
        world.advance(AGAIN);
        world.reconcile();
    }
    assert_eq!(world.statuses(), [Refunded]);
    assert_eq!(world.provider.books().refunds.len(), 2);
}

/// Staff refund a settled payment at the provider.
#[rstest]
#[case(RefundStatus::Pending, RefundPending, TransactionStatus::Completed)]
#[case(RefundStatus::Succeeded, Refunded, TransactionStatus::Refunded)]
#[case(RefundStatus::Failed, RefundDue, TransactionStatus::Completed)]
fn a_refund_event_moves_a_settled_payment(
    #[case] status: RefundStatus,
    #[case] expected: PaymentStatus,
    #[case] transaction: TransactionStatus,
) {
    let world = World::new();
    let started = world.settled(TICKET);
    world.hear_of_refund("evt_1", refund_of(&started.intent_id, status, dollars(150))).unwrap();
    assert_eq!(world.statuses(), [expected]);
    assert_eq!(world.database.tables().transactions[0].status, transaction);
    assert!(world.is_paid(TICKET), "a refund is told by the payment and the transaction, not by the item");
}

#[test]
fn pending_and_then_succeeded_is_refunded_once() {
    let world = World::new();
    let started = world.settled(TICKET);
    for (event, status) in [
        ("evt_1", RefundStatus::Pending),
        ("evt_2", RefundStatus::Succeeded),
        ("evt_3", RefundStatus::Succeeded),
        ("evt_4", RefundStatus::Pending),
    ] {
        world.hear_of_refund(event, refund_of(&started.intent_id, status, dollars(150))).unwrap();
    }
    assert_eq!(world.statuses(), [Refunded]);
    assert_eq!(world.audited(), [AuditAction::PaymentSettled, AuditAction::PaymentRefunded]);
}

#[rstest]
#[case(RefundStatus::Pending)]
#[case(RefundStatus::Succeeded)]
#[case(RefundStatus::Failed)]
fn a_partial_refund_changes_nothing(#[case] status: RefundStatus) {
    let world = World::new();
    let started = world.settled(TICKET);
    world.hear_of_refund("evt_1", refund_of(&started.intent_id, status, dollars(149))).unwrap();
    assert_eq!(world.statuses(), [Settled]);
    assert_eq!(world.payment(1).provider_refund_id, None);
}

#[rstest]
#[case::unknown_intent(Some("pi_99"))]
#[case::no_intent(None)]
fn a_refund_of_something_else_changes_nothing(#[case] intent_id: Option<&str>) {
    let world = World::new();
    world.settled(TICKET);
    let mut refund = refund_of("pi_1", RefundStatus::Succeeded, dollars(150));
    refund.intent_id = intent_id.map(str::to_owned);
    world.hear_of_refund("evt_1", refund).unwrap();
    assert_eq!(world.statuses(), [Settled]);
}

#[test]
fn a_refund_event_of_a_payment_that_is_not_paid_changes_nothing() {
    let world = World::new();
    let started = world.started(TICKET);
    world
        .hear_of_refund("evt_1", refund_of(&started.intent_id, RefundStatus::Succeeded, dollars(150)))
        .unwrap();
    assert_eq!(world.statuses(), [Open]);
}

/// The event arrives while the refund call waits for its answer.
#[test]
fn the_event_inside_the_refund_call_counts_once() {
    let world = World::new();
    world.refund_due(TICKET);
    let racing = world.clone();
    world.provider.meanwhile(Call::Refund, When::After, move || {
        let refund = racing.provider.books().refunds[0].clone();
        racing.hear_of_refund("evt_refunded", refund).unwrap();
    });
    assert_eq!(world.reconcile(), Summary { seen: 1, failed: 0 });
    assert_eq!(world.statuses(), [Refunded]);
    assert_eq!(world.audited(), [AuditAction::MarkedPaidByHand, AuditAction::PaymentRefunded]);
}

#[test]
fn a_hires_payment_under_refund_goes_to_its_end() {
    let world = World::new();
    let started = world.settled(LAWYER);
    world
        .hear_of_refund("evt_1", refund_of(&started.intent_id, RefundStatus::Succeeded, dollars(75)))
        .unwrap();
    assert_eq!(world.statuses(), [Refunded]);
    assert_eq!(world.audited(), [AuditAction::PaymentSettled, AuditAction::PaymentRefunded]);
}

/// Days after it had arrived the bank sent it back.
#[test]
fn a_refund_that_fails_after_all_is_asked_for_again() {
    let world = World::new();
    world.refund_due(TICKET);
    world.reconcile();
    assert_eq!(world.statuses(), [Refunded]);
    world.provider.set_refund("re_1", RefundStatus::Failed);
    let failed = refund_of("pi_1", RefundStatus::Failed, dollars(150));
    world.hear_of_refund("evt_failed", failed).unwrap();
    assert_eq!(world.statuses(), [RefundDue]);
    world.hear_of_refund("evt_late", refund_of("pi_1", RefundStatus::Succeeded, dollars(150))).unwrap();
    assert_eq!(world.statuses(), [RefundDue], "old news of the one that failed");
    let told = world.audited();
    assert_eq!(told.last(), Some(&AuditAction::RefundFailed));
    world.hear_of_refund("evt_again", refund_of("pi_1", RefundStatus::Failed, dollars(150))).unwrap();
    assert_eq!(world.audited(), told, "staff are told once");
    world.advance(AGAIN);
    world.reconcile();
    assert_eq!(world.statuses(), [Refunded]);
    assert_eq!(world.payment(1).provider_refund_id.as_deref(), Some("re_2"));
    assert_eq!(given_back(&world), dollars(150));
}

#[rstest]
#[case(RefundStatus::Succeeded, Refunded)]
#[case(RefundStatus::Pending, RefundPending)]
fn another_refunds_failure_says_nothing_of_this_one(
    #[case] begins: RefundStatus,
    #[case] expected: PaymentStatus,
) {
    let world = World::new();
    world.refund_due(TICKET);
    world.provider.books().refunds_begin.push_back(begins);
    world.reconcile();
    let other = Refund { id: "re_9".to_owned(), ..refund_of("pi_1", RefundStatus::Failed, dollars(150)) };
    world.hear_of_refund("evt_1", other).unwrap();
    assert_eq!(world.statuses(), [expected]);
    assert_eq!(world.payment(1).provider_refund_id.as_deref(), Some("re_1"));
}
