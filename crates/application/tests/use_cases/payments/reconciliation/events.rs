//! Reading the provider's list of events from a cursor. The list has events whose webhook was lost.

use application::payments::attention::list_open_money_problems;
use application::payments::reconciliation::reconcile::{
    ReconcileSummary, end_lease, reconcile, reconcile_with_lease, renew_lease,
};
use chrono::TimeDelta;
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::payment::PaymentStatus::{Cancelled, Open, RefundDue, Refunded, Settled, TimedOut};
use domain::payments::refund::RefundReason;
use domain::shared::ids::TicketId;
use domain::shared::payable::Payable;
use ports::payments::events::{INTENT_SUCCEEDED, ProviderObject};
use ports::payments::gateway::{IntentStatus, ProviderRefund, RefundStatus};
use rstest::rstest;

use crate::support::*;

/// Runs the reconciliation job now. `World::reconcile` runs it a minute later.
fn reconcile_now(world: &World) -> ReconcileSummary {
    reconcile(&world.deps, false).unwrap()
}

/// Returns the number of calls to the provider so far.
fn count_calls(world: &World) -> usize {
    world.provider.books().calls.len()
}

#[rstest]
#[case(IntentStatus::Succeeded, Settled)]
#[case(IntentStatus::Cancelled, Cancelled)]
fn the_status_of_a_payment_is_read_from_the_event_list_if_its_webhook_was_lost(
    #[case] status: IntentStatus,
    #[case] expected: domain::payments::payment::PaymentStatus,
) {
    let world = World::new();
    let started = world.started(TICKET);
    for passing in [IntentStatus::Processing, IntentStatus::Open, status] {
        world.provider.set_status(&started.intent_id, passing);
    }
    world.advance(TimeDelta::seconds(5));
    assert_eq!(reconcile_now(&world), ReconcileSummary { seen: 1, failed: 0 });
    assert_eq!(world.statuses(), [expected]);
    assert_eq!(world.provider.count(Call::Intent), 1, "four events, one intent, one call");
}

#[test]
fn an_event_received_by_webhook_is_not_read_again() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    world.deliver_event("evt_listed_2", &started.intent_id).unwrap();
    let calls_before = world.provider.count(Call::Intent);
    assert_eq!(world.reconcile(), ReconcileSummary::default());
    assert_eq!(world.provider.count(Call::Intent), calls_before);
}

#[test]
fn a_run_without_new_events_makes_one_request_to_the_provider() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.started(TOLL);
    for _ in 0..3 {
        world.advance(TimeDelta::minutes(40));
        world.reconcile();
    }
    let before = count_calls(&world);
    for run in 1..=20 {
        world.advance(TimeDelta::seconds(15));
        assert_eq!(reconcile(&world.deps, false).unwrap(), ReconcileSummary::default());
        assert!(count_calls(&world) <= before + run + 1, "some runs also reread a longer period");
    }
}

#[rstest]
#[case::too_early(4, Open)]
#[case::after_the_grace_period(5, Settled)]
fn reconciliation_settles_a_paid_intent_only_five_seconds_after_its_event(
    #[case] seconds: i64,
    #[case] expected: domain::payments::payment::PaymentStatus,
) {
    let world = World::new();
    world.pay_without_event(TICKET);
    world.advance(TimeDelta::seconds(seconds));
    reconcile_now(&world);
    assert_eq!(world.statuses(), [expected]);
}

/// The provider lists an event `late` minutes after creating it. The next run finds a recent event. An older event is
/// found only when a longer time span is read again, which happens less often. `found_after` is the number of runs
/// until the event is found.
#[rstest]
#[case(1, 1)]
#[case(50, 11)]
fn reconciliation_finds_an_event_that_the_provider_lists_late(#[case] late: i64, #[case] found_after: i64) {
    let world = World::new();
    let started = world.started(TICKET);
    world.advance(TimeDelta::hours(2));
    world.succeed_without_event(&started.intent_id);
    let mut late_event = world.provider.books().events.pop().unwrap();
    late_event.made_at -= TimeDelta::minutes(late);
    world.deliver_another();
    world.reconcile();
    assert_eq!(world.statuses(), [Open]);
    world.provider.books().events.push(late_event);
    for _ in 0..found_after {
        world.reconcile();
    }
    assert_eq!(world.statuses(), [Settled]);
}

impl World {
    /// Makes an intent succeed without adding an event to the list.
    fn succeed_without_event(&self, intent_id: &str) {
        self.provider.set_status(intent_id, IntentStatus::Succeeded);
    }

    /// Adds an event about another intent to the list, so that the cursor moves.
    fn deliver_another(&self) {
        let object = ProviderObject::Intent("pi_another".to_owned());
        let now = self.deps.clock.now();
        self.provider.books().add_event("payment_intent.canceled", object, now);
    }
}

/// The provider fails during a run. The cursor doesn't move past an event that hasn't been applied.
#[test]
fn payments_that_could_not_be_read_are_retried() {
    let world = World::new();
    for payable in [TICKET, PARKING, TOLL] {
        world.pay_without_event(payable);
    }
    world.advance(TimeDelta::hours(2));
    for _ in 0..3 {
        world.provider.fail_next(Call::Intent, Fault::Down);
    }
    world.deliver_another();
    assert_eq!(world.reconcile().failed, 3);
    assert_eq!(world.statuses(), [Open; 3]);
    for _ in 0..3 {
        world.advance(TimeDelta::hours(1));
        world.deliver_another();
        world.provider.fail_next(Call::Events, Fault::Lost);
        world.reconcile();
    }
    world.reconcile();
    assert_eq!(world.statuses(), [Settled; 3]);
}

#[test]
fn a_run_stops_after_three_provider_failures_in_a_row() {
    let world = World::new();
    for (payable, fault) in
        [(TICKET, Fault::Down), (PARKING, Fault::Lost), (TOLL, Fault::Down), (LAWYER, Fault::Down)]
    {
        world.pay_without_event(payable);
        world.provider.fail_next(Call::Intent, fault);
    }
    world.advance(TimeDelta::seconds(20));
    assert_eq!(reconcile_now(&world), ReconcileSummary { seen: 3, failed: 3 });
    assert_eq!(world.provider.count(Call::Intent), 3);
}

/// For more than an hour, the provider's responses can't be parsed. Then the event is shown to staff, and
/// later events are read.
#[test]
fn an_event_that_cannot_be_read_is_abandoned_and_shown_to_staff() {
    let world = World::new();
    world.pay_without_event(TICKET);
    let fails = |world: &World| world.provider.fail_next(Call::Intent, Fault::Gibberish);
    fails(&world);
    world.advance(TimeDelta::seconds(20));
    assert_eq!(reconcile_now(&world), ReconcileSummary { seen: 1, failed: 1 });
    world.advance(TimeDelta::hours(1));
    fails(&world);
    assert_eq!(reconcile_now(&world).failed, 1);
    let problems = world.transact(|store| list_open_money_problems(store, &admin())).unwrap();
    assert_eq!(
        problems.events.iter().map(|event| event.kind.as_str()).collect::<Vec<_>>(),
        ["payment_intent.created", INTENT_SUCCEEDED]
    );
}

/// The list has more than 20 pages of new events. Each run reads ten pages, newest events first, until all are applied.
#[test]
fn a_long_backlog_of_events_is_read_over_several_runs() {
    let world = World::new();
    world.reconcile();
    let started = world.pay_without_event(TICKET);
    for minute in 0..25 {
        for _ in 0..100 {
            let made_at = noon() + TimeDelta::minutes(10 + minute);
            let object = ProviderObject::Intent("pi_another".to_owned());
            world.provider.books().add_event("payment_intent.canceled", object, made_at);
        }
    }
    let newest = world.pay_without_event(TOLL);
    world.provider.books().events.last_mut().unwrap().made_at = noon() + TimeDelta::minutes(40);
    world.advance(TimeDelta::minutes(60));
    reconcile_now(&world);
    assert_eq!(world.statuses(), [Open, Settled], "{started:?} is behind, {newest:?} is not");
    reconcile_now(&world);
    reconcile_now(&world);
    assert_eq!(world.statuses(), [Settled; 2]);
    assert_eq!(world.database.tables().events.len(), world.provider.books().events.len());
}

#[test]
fn only_the_process_that_holds_the_lease_reconciles() {
    let world = World::new();
    world.pay_without_event(TICKET);
    world.advance(TimeDelta::minutes(1));
    assert!(renew_lease(&world.deps, "one").unwrap());
    assert_eq!(reconcile_with_lease(&world.deps, "two", true).unwrap(), None);
    assert_eq!((count_calls(&world), world.statuses()), (1, vec![Open]));
    assert_eq!(
        reconcile_with_lease(&world.deps, "one", false).unwrap(),
        Some(ReconcileSummary { seen: 1, failed: 0 })
    );
    end_lease(&world.deps, "two").unwrap();
    assert!(!renew_lease(&world.deps, "two").unwrap(), "a process cannot release another's lease");
    end_lease(&world.deps, "one").unwrap();
    assert!(renew_lease(&world.deps, "two").unwrap());
}

#[test]
fn a_process_that_loses_the_lease_stops_reconciling() {
    let world = World::new();
    for payable in [TICKET, PARKING, TOLL] {
        world.pay_without_event(payable);
    }
    world.advance(TimeDelta::minutes(1));
    let racing = world.clone();
    world.provider.run_during(Call::Intent, When::After, move || {
        racing.advance(TimeDelta::seconds(20));
        racing.database.tables().leases[0].1 = "two".to_owned();
    });
    reconcile_with_lease(&world.deps, "one", false).unwrap();
    assert_eq!(world.statuses(), [Settled, Open, Open]);
    end_lease(&world.deps, "two").unwrap();
    reconcile_now(&world);
    assert_eq!(world.statuses(), [Settled; 3]);
}

#[test]
fn payments_are_read_one_by_one_while_the_event_list_fails() {
    let world = World::new();
    world.reconcile();
    for payable in [TICKET, PARKING, TOLL] {
        world.started(payable);
    }
    world.advance(TimeDelta::hours(2));
    world.reconcile();
    let calls_before = world.provider.count(Call::Intent);
    world.advance(TimeDelta::minutes(3));
    world.provider.fail_next(Call::Events, Fault::Down);
    reconcile_now(&world);
    assert_eq!(world.provider.count(Call::Intent), calls_before, "the list was read a moment ago");
    for id in ["pi_1", "pi_2", "pi_3"] {
        world.pay(id);
    }
    world.advance(TimeDelta::minutes(3));
    world.provider.fail_next(Call::Events, Fault::Down);
    assert_eq!(reconcile_now(&world), ReconcileSummary { seen: 4 - 1, failed: 1 });
    assert_eq!(world.statuses(), [Settled; 3]);
}

/// The number of calls would be the same with ten thousand open payments.
#[rstest]
#[case::young(TimeDelta::minutes(2))]
#[case::abandoned(TimeDelta::hours(30))]
#[case::in_between(TimeDelta::hours(5))]
fn reconciling_300_open_payments_makes_at_most_15_requests_a_run(#[case] age: TimeDelta) {
    let world = World::new();
    let intents: Vec<_> = (1..=300)
        .map(|id| {
            let mut cart = payment(id, Payable::Ticket(TicketId(1000 + id)));
            cart.status = Open;
            cart.provider_intent_id = Some(format!("pi_{id}"));
            cart.created_at = noon() - age;
            cart.updated_at = cart.created_at;
            world.database.tables().payments.push(cart.clone());
            intent(&cart, IntentStatus::Open)
        })
        .collect();
    world.provider.books().intents = intents;
    world.reconcile();
    let before = count_calls(&world);
    world.advance(TimeDelta::seconds(15));
    reconcile_now(&world);
    assert!(count_calls(&world) - before <= 15, "{}", count_calls(&world) - before);
}

/// The response of the call that creates the intent was lost. The event about the intent names its payment.
#[test]
fn an_intent_whose_create_response_was_lost_is_found_by_its_event() {
    let world = World::new();
    world.start_with_timeout(TICKET, Fault::Lost);
    assert_eq!(world.statuses(), [TimedOut]);
    world.advance(TimeDelta::seconds(20));
    reconcile_now(&world);
    assert_eq!((world.statuses(), world.provider.count(Call::List)), (vec![Open], 0));
    assert_eq!(world.started(TICKET).client_secret, "pi_1_secret");
}

#[test]
fn an_intent_that_was_created_despite_an_error_response_is_canceled() {
    let world = World::new();
    world.start_with_timeout(TICKET, Fault::SavedError);
    let started = world.started(TICKET);
    world.advance(TimeDelta::seconds(20));
    reconcile_now(&world);
    assert_eq!(world.statuses(), [Cancelled, Open]);
    assert_eq!(world.intent("pi_1").status, IntentStatus::Cancelled);
    assert_eq!(world.intent(&started.intent_id).status, IntentStatus::Open);
}

#[test]
fn a_refund_made_in_the_dashboard_is_found() {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    let mut books = world.provider.books();
    books.refunds.push(ProviderRefund {
        id: "re_theirs".to_owned(),
        intent_id: Some(started.intent_id),
        status: RefundStatus::Succeeded,
        amount: dollars(150),
        label: None,
        failure: None,
    });
    books.add_event("refund.created", ProviderObject::Refund("re_theirs".to_owned()), noon());
    drop(books);
    world.reconcile();
    assert_eq!(world.statuses(), [Refunded]);
    assert_eq!(world.database.tables().refunds[0].reason, RefundReason::AtProvider);
}

/// The event about a chargeback is in the list, but the event about its payment's success is late or lost.
#[test]
fn a_payment_whose_success_event_was_lost_is_not_refunded_after_a_lost_chargeback() {
    let world = World::new();
    world.pay_without_event(TICKET);
    world.provider.books().events.clear();
    world.set_chargeback_status(ChargebackStatus::Lost);
    world.remove_ticket();
    world.advance(TimeDelta::seconds(20));
    reconcile_now(&world);
    assert_eq!(world.chargeback().status, ChargebackStatus::Lost);
    assert!(!world.statuses().contains(&RefundDue), "money that the bank has taken is not refunded");
}
