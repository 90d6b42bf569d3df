//! A driver pays for a ticket and for its lawyer at the same time. The first payment that settles cancels the
//! other payment's intent.

use application::jobs::{MONEY_WORKERS, run_due_jobs};
use application::payments::start_payment::start_payment_despite_lawyer;
use domain::payments::payment::PaymentStatus::{Cancelled, Refunded, Settled};
use domain::payments::refund::RefundReason;
use domain::shared::payable::Payable;
use ports::payments::gateway::IntentStatus;
use rstest::rstest;

use crate::support::*;

fn run_money_jobs(world: &World) {
    run_due_jobs(&world.deps, MONEY_WORKERS).unwrap();
}

/// Starts a payment for the ticket. The driver confirmed paying the ticket although a lawyer works
/// on it. Returns the intent's id.
fn start_despite_lawyer(world: &World) -> String {
    start_payment_despite_lawyer(&world.deps, &driver(), TICKET, dollars(150)).unwrap().intent_id
}

/// Pays an intent, and delivers its event.
fn settle(world: &World, intent_id: &str) {
    assert!(world.pay(intent_id));
    world.deliver_event(&format!("evt_{intent_id}"), intent_id).unwrap();
}

#[rstest]
#[case::the_lawyer_first(LAWYER, TICKET)]
#[case::the_ticket_first(TICKET, LAWYER)]
fn settling_the_payment_for_a_ticket_or_its_lawyer_cancels_the_other_payment(
    #[case] first: Payable,
    #[case] second: Payable,
) {
    let world = World::new();
    let (paid, canceled) = (world.started(first).intent_id, world.started(second).intent_id);
    settle(&world, &paid);
    assert_eq!(world.intent(&canceled).status, IntentStatus::Open, "the provider is asked after the commit");
    run_money_jobs(&world);
    assert_eq!(world.intent(&canceled).status, IntentStatus::Cancelled);
    assert_eq!(world.statuses(), [Settled, Cancelled]);
}

#[rstest]
#[case::the_lawyer_first(LAWYER, TICKET, RefundReason::LawyerHired)]
#[case::the_ticket_first(TICKET, LAWYER, RefundReason::PaidTwice)]
fn if_a_ticket_and_its_lawyer_are_both_paid_the_second_payment_is_refunded(
    #[case] first: Payable,
    #[case] second: Payable,
    #[case] reason: RefundReason,
) {
    let world = World::new();
    let (paid, late) = (world.started(first).intent_id, world.started(second).intent_id);
    assert!(world.pay(&late));
    settle(&world, &paid);
    run_money_jobs(&world);
    assert_eq!(world.statuses(), [Settled, Refunded]);
    let refund = world.database.tables().refunds[0].clone();
    assert_eq!((refund.reason, refund.amount), (reason, world.payment(2).amount));
    assert_eq!(world.is_paid(TICKET), first == TICKET);
    assert_eq!(world.provider.books().refunded_amount(&late), world.payment(2).amount);
}

#[test]
fn a_driver_who_confirms_can_pay_a_ticket_that_a_lawyer_works_on() {
    let world = World::new();
    let (lawyer, ticket) = (world.started(LAWYER).intent_id, start_despite_lawyer(&world));
    settle(&world, &lawyer);
    run_money_jobs(&world);
    assert_eq!(world.intent(&ticket).status, IntentStatus::Open);
    settle(&world, &ticket);
    assert_eq!((world.statuses(), world.is_paid(TICKET)), (vec![Settled, Settled], true));
}

/// Browser tabs share one payment. A confirmation in one tab counts for all, and starting the payment again in
/// another tab doesn't undo it.
#[test]
fn a_drivers_confirmation_in_one_tab_to_pay_despite_the_lawyer_applies_in_all_tabs() {
    let world = World::new();
    let first = world.started(TICKET).intent_id;
    assert_eq!(start_despite_lawyer(&world), first);
    assert_eq!(world.started(TICKET).intent_id, first);
    let lawyer = world.started(LAWYER).intent_id;
    settle(&world, &lawyer);
    settle(&world, &first);
    assert_eq!(world.statuses(), [Settled, Settled]);
}

/// An earlier version of Lanewise started the payment and didn't store whether the driver confirmed.
#[test]
fn a_payment_stored_by_an_earlier_version_of_lanewise_without_a_confirmation_settles_despite_the_lawyer() {
    let world = World::new();
    let ticket = world.started(TICKET).intent_id;
    world.database.tables().despite_lawyer.clear();
    let lawyer = world.started(LAWYER).intent_id;
    settle(&world, &lawyer);
    run_money_jobs(&world);
    settle(&world, &ticket);
    assert_eq!(world.statuses(), [Settled, Settled]);
}

#[test]
fn canceling_the_tickets_intent_after_the_lawyer_was_paid_is_retried_if_the_provider_was_down() {
    let world = World::new();
    let (lawyer, ticket) = (world.started(LAWYER).intent_id, world.started(TICKET).intent_id);
    world.provider.fail_next(Call::Cancel, Fault::Down);
    settle(&world, &lawyer);
    run_money_jobs(&world);
    assert_eq!(world.intent(&ticket).status, IntentStatus::Open);
    world.advance(chrono::TimeDelta::minutes(1));
    run_money_jobs(&world);
    assert_eq!(world.intent(&ticket).status, IntentStatus::Cancelled);
}
