//! The reconciliation job, which completes payments after lost responses, closed tabs and missing webhooks.
//! Payments without events are checked one by one.

use application::payments::mark_paid::mark_paid;
use application::payments::reconciliation::reconcile::{ReconcileSummary, reconcile};
use chrono::TimeDelta;
use domain::payments::payment::PaymentStatus;
use domain::payments::payment::PaymentStatus::{Cancelled, Open, RefundDue, Refunded, Settled, TimedOut};
use domain::shared::ids::TicketId;
use domain::shared::payable::Payable;
use ports::payments::gateway::IntentStatus;
use rstest::rstest;

use crate::support::*;

#[rstest]
#[case(IntentStatus::Succeeded, Settled)]
#[case(IntentStatus::Cancelled, Cancelled)]
#[case(IntentStatus::Processing, Open)]
#[case(IntentStatus::Open, Open)]
fn reconciliation_updates_an_open_payment_to_match_its_intents_status(
    #[case] status: IntentStatus,
    #[case] expected: PaymentStatus,
) {
    let world = World::new();
    let started = world.started(TICKET);
    world.provider.set_status(&started.intent_id, status);
    assert_eq!(world.reconcile(), ReconcileSummary { seen: 1, failed: 0 });
    assert_eq!(world.statuses(), [expected]);
    assert_eq!(world.is_paid(TICKET), expected == Settled);
}

/// The response of the call that creates the intent was lost. The intent is found in the provider's list of
/// intents, by its metadata.
#[rstest]
#[case(IntentStatus::Succeeded, Settled)]
#[case(IntentStatus::Cancelled, Cancelled)]
#[case(IntentStatus::Processing, Open)]
#[case(IntentStatus::Open, Open)]
fn reconciliation_finds_an_intent_whose_create_response_was_lost(
    #[case] status: IntentStatus,
    #[case] expected: PaymentStatus,
) {
    for fault in [Fault::Lost, Fault::Gibberish] {
        let world = World::new();
        world.start_with_timeout(TICKET, fault);
        world.provider.set_status("pi_1", status);
        world.reconcile();
        assert_eq!(world.statuses(), [expected]);
        if expected == Open {
            assert_eq!(world.payment(1).provider_intent_id.as_deref(), Some("pi_1"));
            world.provider.set_status("pi_1", IntentStatus::Open);
            assert_eq!(world.started(TICKET).client_secret, "pi_1_secret");
        }
    }
}

#[test]
fn a_payment_settles_once_after_a_crash_between_charge_and_commit() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    world.database.crash_at_next_commit();
    world.confirm(&driver(), &started.intent_id).unwrap_err();
    world.advance(TimeDelta::seconds(1));
    assert_eq!(reconcile(&world.deps, true).unwrap(), ReconcileSummary { seen: 1, failed: 0 });
    world.confirm(&driver(), &started.intent_id).unwrap();
    assert_eq!(world.statuses(), [Settled]);
    assert_eq!(world.database.tables().transactions.len(), 1);
}

#[test]
fn a_payment_that_never_reached_the_provider_is_canceled_after_ten_minutes() {
    let world = World::new();
    world.start_with_timeout(TICKET, Fault::Unreached);
    world.advance(TimeDelta::minutes(9));
    world.reconcile();
    assert_eq!(world.statuses(), [TimedOut], "ten minutes exactly");
    world.reconcile();
    assert_eq!(world.statuses(), [Cancelled]);
    assert_eq!(world.started(TICKET).intent_id, "pi_1");
}

/// While the provider's list of intents is being read, the late response of another attempt arrives. That
/// attempt's intent isn't in the list yet.
#[test]
fn a_payment_that_gets_its_intent_during_the_run_is_not_canceled() {
    let world = World::new();
    world.start_with_timeout(TICKET, Fault::Unreached);
    world.advance(TimeDelta::minutes(11));
    let racing = world.clone();
    world.provider.run_during(Call::List, When::After, move || {
        racing.started(TICKET);
    });
    world.reconcile();
    assert_eq!(world.statuses(), [Open]);
    assert_eq!(world.started(TICKET).intent_id, "pi_1");
}

#[test]
fn an_unpaid_intent_is_canceled_after_24_hours() {
    let world = World::new();
    world.started(TICKET);
    world.advance(TimeDelta::hours(24) - TimeDelta::minutes(1));
    world.reconcile();
    assert_eq!(world.statuses(), [Open], "24 hours exactly");
    world.reconcile();
    assert_eq!(world.statuses(), [Cancelled]);
    assert_eq!(world.intent("pi_1").status, IntentStatus::Cancelled);
}

#[test]
fn an_intent_charged_just_before_its_cancellation_is_settled() {
    let world = World::new();
    world.started(TICKET);
    world.advance(TimeDelta::hours(25));
    let racing = world.clone();
    world.provider.run_during(Call::Cancel, When::Before, move || assert!(racing.pay("pi_1")));
    assert_eq!(world.reconcile(), ReconcileSummary { seen: 1, failed: 0 });
    assert_eq!(world.statuses(), [Settled]);
}

/// Each case has a different reason for canceling an open intent.
#[rstest]
#[case::paid_by_hand(TICKET, |world: &World| mark_paid(&world.deps, &admin(), TICKET).unwrap())]
#[case::removed(TICKET, World::remove_ticket)]
#[case::lawyer_hired(LAWYER, |world: &World| world.database.tables().hires.push(hire(1, DRIVER)))]
#[case::lawyer_for_a_paid_ticket(LAWYER, |world: &World| mark_paid(&world.deps, &admin(), TICKET).unwrap())]
fn an_intent_for_an_item_that_is_no_longer_payable_is_canceled(
    #[case] payable: Payable,
    #[case] change: fn(&World),
) {
    for is_lost in [false, true] {
        let world = World::new();
        if is_lost {
            world.start_with_timeout(payable, Fault::Lost);
        } else {
            world.started(payable);
        }
        change(&world);
        world.reconcile();
        assert_eq!(world.statuses(), [Cancelled]);
        assert_eq!(world.intent("pi_1").status, IntentStatus::Cancelled);
    }
}

#[rstest]
#[case::young(44, false, 0)]
#[case::exactly(45, false, 0)]
#[case::old(46, false, 1)]
#[case::at_start(1, true, 1)]
fn a_payment_at_most_45_seconds_old_is_skipped_except_at_startup(
    #[case] seconds: i64,
    #[case] at_start: bool,
    #[case] expected_count: usize,
) {
    let world = World::new();
    world.provider.stop_events();
    world.pay_without_event(TICKET);
    world.advance(TimeDelta::seconds(seconds));
    assert_eq!(
        reconcile(&world.deps, at_start).unwrap(),
        ReconcileSummary { seen: expected_count, failed: 0 }
    );
}

#[test]
fn finished_payments_are_not_checked() {
    let world = World::new();
    world.pay_and_settle(PARKING);
    world.start_with_timeout(TOLL, Fault::Refused);
    assert_eq!(world.reconcile(), ReconcileSummary::default());
    assert_eq!(world.provider.count(Call::List), 0, "no answer was lost, so no list is read");
}

#[test]
fn the_intent_list_starts_before_the_oldest_payment_whose_response_was_lost() {
    let world = World::new();
    world.provider.stop_events();
    world.start_with_timeout(TICKET, Fault::Lost);
    world.advance(TimeDelta::minutes(2));
    world.start_with_timeout(TOLL, Fault::Lost);
    world.reconcile();
    assert_eq!(world.statuses(), [Open, Open]);
    let books = world.provider.books();
    let lists = books.calls.iter().filter(|(call, _)| *call == Call::List).map(|(_, since)| since.clone());
    assert_eq!(lists.collect::<Vec<_>>(), ["2026-03-02T11:55:00+00:00"]);
}

#[test]
fn a_payment_that_cannot_be_read_does_not_stop_the_reconciliation_of_other_payments() {
    let world = World::new();
    world.provider.stop_events();
    for payable in [TICKET, PARKING, TOLL] {
        world.pay_without_event(payable);
    }
    world.provider.fail_next(Call::Intent, Fault::Down);
    assert_eq!(world.reconcile(), ReconcileSummary { seen: 3, failed: 1 });
    assert_eq!(world.statuses(), [Open, Settled, Settled]);
    world.advance(TimeDelta::minutes(4));
    assert_eq!(world.reconcile(), ReconcileSummary { seen: 1, failed: 0 });
    assert_eq!(world.statuses(), [Settled; 3]);
}

#[test]
fn an_unreadable_intent_list_delays_only_payments_whose_response_was_lost() {
    let world = World::new();
    world.provider.stop_events();
    world.start_with_timeout(PARKING, Fault::Lost);
    world.pay_without_event(TOLL);
    world.pay_with_refund_due(TICKET);
    world.provider.fail_next(Call::List, Fault::Gibberish);
    assert_eq!(world.reconcile(), ReconcileSummary { seen: 3, failed: 1 });
    assert_eq!(world.statuses(), [TimedOut, Settled, Refunded]);
    world.reconcile();
    assert_eq!(world.statuses(), [Open, Settled, Refunded]);
}

/// One run can't check all of the payments that never finish. The payments after them in the list must be checked too.
#[rstest]
#[case::failing(true)]
#[case::waiting(false)]
fn payments_that_stay_open_do_not_keep_later_payments_from_being_checked(#[case] failing: bool) {
    let world = World::new();
    {
        let mut tables = world.database.tables();
        for id in 1..=150 {
            let mut stuck = payment(id, Payable::Ticket(TicketId(1000 + id)));
            stuck.created_at = noon() - TimeDelta::minutes(1);
            stuck.updated_at = stuck.created_at;
            if failing {
                stuck.status = RefundDue;
                stuck.provider_intent_id = Some(format!("pi_gone_{id}"));
            }
            tables.payments.push(stuck);
        }
    }
    world.pay_without_event(TICKET);
    world.reconcile();
    world.reconcile();
    assert_eq!(world.payment(151).status, Settled);
}

#[test]
fn reconciliation_fails_while_the_database_is_unavailable() {
    let world = World::new();
    world.database.set_down(true);
    assert_eq!(outcome(&reconcile(&world.deps, false)), "StoreDown");
}

/// The page or the webhook settles the payment while reconciliation waits for the provider.
#[rstest]
#[case(When::Before)]
#[case(When::After)]
fn a_payment_that_a_webhook_settles_during_the_run_is_settled_once(#[case] when: When) {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    let (racing, id) = (world.clone(), started.intent_id);
    world.provider.run_during(Call::Intent, when, move || racing.deliver_event("evt_1", &id).unwrap());
    assert_eq!(world.reconcile(), ReconcileSummary { seen: 1, failed: 0 });
    assert_eq!(world.statuses(), [Settled]);
    assert_eq!(world.database.tables().transactions.len(), 1);
}
